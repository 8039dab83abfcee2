//! Where a store is.

use std::borrow::Cow;
use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};

/// How the address of a server begins.
const SCHEMES: [&str; 2] = ["postgres://", "postgresql://"];

/// A file, or the address of a PostgreSQL server (`postgres://...`). What is shown of an address never has its password.
#[derive(Clone, PartialEq, Eq)]
pub struct Place(PathBuf);

impl Place {
    /// The file, if it is one.
    pub fn file(&self) -> Option<&Path> {
        self.server().is_none().then_some(self.0.as_path())
    }

    /// The address of a server, if it is one, with all that was written.
    pub(crate) fn server(&self) -> Option<&str> {
        let text = self.0.to_str()?;
        SCHEMES.iter().any(|scheme| text.starts_with(scheme)).then_some(text)
    }

    /// Whether it is a server, which several machines may share.
    pub fn is_server(&self) -> bool {
        self.server().is_some()
    }
}

impl<T: Into<OsString>> From<T> for Place {
    fn from(written: T) -> Self {
        Place(PathBuf::from(written.into()))
    }
}

impl From<&Place> for Place {
    fn from(place: &Place) -> Self {
        place.clone()
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.server() {
            Some(address) => f.write_str(&without_secrets(address)),
            None => write!(f, "{}", self.0.display()),
        }
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Place({self})")
    }
}

/// An address without its password, also if it is misspelt: nothing between the first colon of the user's part and its last
/// `@` is kept, and no parameter but those that have nothing to hide.
fn without_secrets(address: &str) -> Cow<'_, str> {
    const SHOWN: [&str; 4] = ["host", "port", "sslmode", "connect_timeout"];
    let Some((scheme, rest)) = address.split_once("://") else { return Cow::Borrowed(address) };
    let (user, rest) = rest.rsplit_once('@').unwrap_or(("", rest));
    let (server, parameters) = rest.split_once('?').unwrap_or((rest, ""));
    let user = user.split(':').next().unwrap_or_default();
    let at = if user.is_empty() { "" } else { "@" };
    let is_shown = |parameter: &&str| SHOWN.iter().any(|name| parameter.split('=').next() == Some(name));
    let parameters: Vec<&str> = parameters.split('&').filter(is_shown).collect();
    let mark = if parameters.is_empty() { "" } else { "?" };
    Cow::Owned(format!("{scheme}://{user}{at}{server}{mark}{}", parameters.join("&")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_servers() {
        for text in ["games.db", "./postgres://x", "postgres:/x", "postgresql"] {
            let place = Place::from(text);
            assert!(place.file() == Some(Path::new(text)) && place.to_string() == text, "{text}");
        }
        assert!(Place::from("postgres://a/b").is_server() && Place::from("postgresql://a/b").is_server());
    }

    #[test]
    fn no_password_is_shown() {
        for (written, shown) in [
            ("postgres://ann:secret@host:5432/games", "postgres://ann@host:5432/games"),
            ("postgresql://ann:se@cret:x@host/games", "postgresql://ann@host/games"),
            ("postgres://:secret@host", "postgres://host"),
            ("postgres://ann:se?cret/@host/games", "postgres://ann@host/games"),
            ("postgres://host/games?user=ann&password=secret&sslmode=require", "postgres://host/games?sslmode=require"),
            ("postgres://ann:secret", "postgres://ann:secret"),
        ] {
            let place = Place::from(written);
            assert_eq!((place.to_string(), format!("{place:?}")), (shown.to_owned(), format!("Place({shown})")));
        }
    }
}
