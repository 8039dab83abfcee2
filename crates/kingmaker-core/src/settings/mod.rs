//! What can be set about a game or a technique, as a struct that is written in Rust: a field for each option. One
//! declaration with [`settings!`](crate::settings!) gives the struct, its defaults and the [`Schema`] from which specs
//! are read, so that the two cannot disagree.
//!
//! ```
//! use kingmaker_core::options::{Kind, OptionDef, read};
//! use kingmaker_core::{choices, settings};
//!
//! choices! {
//!     /// How hot.
//!     pub enum Heat {
//!         /// Nearly cold.
//!         Low = "low",
//!         /// Nearly boiling.
//!         High = "high",
//!     }
//! }
//!
//! /// An option that others have too.
//! const SPOONS: OptionDef =
//!     OptionDef { name: "spoons", kind: Kind::Integer(0, 9), default: Some("2"), help: "spoons of sugar" };
//!
//! settings! {
//!     /// How tea is made.
//!     pub struct Tea, pub static TEA = "tea" {
//!         summary: "a hot drink",
//!         source: "",
//!         options: {
//!             heat: Heat { name: "heat", default: "high", help: "how hot it is" },
//!             minutes: Option<f64> { name: "minutes", kind: Kind::Real(0.0, 60.0), help: "how long it draws" },
//!             /// Spoons of sugar.
//!             spoons: u32 = SPOONS,
//!         },
//!         examples: ["tea", "tea(heat=low, minutes=2.5)"],
//!     }
//! }
//!
//! let tea = Tea { minutes: Some(2.5), ..Tea::default() };
//! assert_eq!((tea.heat, tea.spoons), (Heat::High, 2));
//! assert_eq!(tea.to_string(), "tea(minutes=2.5)");
//! let args = read("tea(minutes=2.5, spoons=2)", "drink", &[&TEA]).expect("a valid spec");
//! assert_eq!(Tea::from_args(&args), tea);
//! ```

#[cfg(test)]
mod tests;

use std::fmt;
use std::time::Duration;

use crate::options::{Args, Kind, OptionDef, Schema, Setting};

/// A struct that [`settings!`](crate::settings!) has made.
pub trait Settings: Clone + fmt::Debug + fmt::Display + Default + PartialEq + Into<Args> {
    /// What it is called in specs, and what can be set.
    const SCHEMA: &'static Schema;

    /// The settings of a spec that was read.
    ///
    /// # Panics
    ///
    /// If it was read with another schema.
    fn from_args(args: &Args) -> Self;

    /// The settings as if they had been read. Whoever is handed values that nobody could have read, such as numbers out
    /// of their range, finds them with [`Args::check`].
    fn to_args(&self) -> Args;
}

/// A type that fields of settings have.
pub trait Value: Sized {
    /// All values of the type. An option may take fewer of them, but no others.
    const KIND: Kind;

    /// Whether the option may have no value, and so no default.
    const IS_OPTIONAL: bool = false;

    /// The value of an option; `None` if it is not set or of another kind.
    fn from_setting(setting: Option<&Setting>) -> Option<Self>;

    /// The value as that of an option.
    fn to_setting(&self) -> Option<Setting>;
}

/// A word that only the game knows: `Word::from("tip")`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word(String);

impl Word {
    /// The word.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Word {
    fn from(word: &str) -> Self {
        Word(word.to_owned())
    }
}

macro_rules! numbers {
    ($($type:ty)*) => {
        $(impl Value for $type {
            const KIND: Kind = Kind::Integer(0, <$type>::MAX as u64);

            fn from_setting(setting: Option<&Setting>) -> Option<Self> {
                match setting? {
                    &Setting::Integer(number) => <$type>::try_from(number).ok(),
                    _ => None,
                }
            }

            fn to_setting(&self) -> Option<Setting> {
                Some(Setting::Integer(*self as u64))
            }
        })*
    };
}

numbers! { u8 u16 u32 u64 usize }

macro_rules! values {
    ($($type:ty: $variant:ident = $kind:expr),* $(,)?) => {
        $(impl Value for $type {
            const KIND: Kind = $kind;

            fn from_setting(setting: Option<&Setting>) -> Option<Self> {
                match setting? {
                    Setting::$variant(value) => Some(value.clone()),
                    _ => None,
                }
            }

            fn to_setting(&self) -> Option<Setting> {
                Some(Setting::$variant(self.clone()))
            }
        })*
    };
}

values! {
    f64: Real = Kind::Real(f64::NEG_INFINITY, f64::INFINITY),
    bool: Flag = Kind::Flag,
    Duration: Time = Kind::Time,
    String: Text = Kind::Text,
    Word: Word = Kind::Word,
    Args: Part = Kind::Part(&[]),
}

/// An option without a default need not be set.
impl<T: Value> Value for Option<T> {
    const KIND: Kind = T::KIND;
    const IS_OPTIONAL: bool = true;

    fn from_setting(setting: Option<&Setting>) -> Option<Self> {
        match setting {
            Some(_) => T::from_setting(setting).map(Some),
            None => Some(None),
        }
    }

    fn to_setting(&self) -> Option<Setting> {
        self.as_ref().and_then(T::to_setting)
    }
}

/// What is set, in the order of the schema, without a look at whether it could be.
#[doc(hidden)]
pub fn args(schema: &'static Schema, settings: Vec<Option<Setting>>) -> Args {
    Args::unchecked(schema, settings)
}

/// Whether fields of these types can hold all that these options can be set to. Asked when a declaration is compiled.
#[doc(hidden)]
pub const fn are_suited(types: &[(Kind, bool)], options: &[OptionDef]) -> bool {
    let mut index = 0;
    while index < types.len() && index < options.len() {
        let ((kind, is_optional), option) = (&types[index], &options[index]);
        if !is_suited(kind, &option.kind) || *is_optional == option.default.is_some() {
            return false;
        }
        index += 1;
    }
    types.len() == options.len()
}

const fn is_suited(of_type: &Kind, of_option: &Kind) -> bool {
    match (of_type, of_option) {
        (Kind::Integer(low, high), Kind::Integer(least, most)) => *low <= *least && *most <= *high,
        (Kind::Choice(variants), Kind::Choice(words)) => are_equal(variants, words),
        (Kind::Real(..), Kind::Real(..))
        | (Kind::Flag, Kind::Flag)
        | (Kind::Time, Kind::Time)
        | (Kind::Text, Kind::Text)
        | (Kind::Word, Kind::Word)
        | (Kind::Part(_), Kind::Part(_)) => true,
        _ => false,
    }
}

const fn are_equal(some: &[&str], others: &[&str]) -> bool {
    let mut index = 0;
    while index < some.len() && index < others.len() {
        let (one, other) = (some[index].as_bytes(), others[index].as_bytes());
        let mut byte = 0;
        while byte < one.len() && byte < other.len() && one[byte] == other[byte] {
            byte += 1;
        }
        if byte < one.len() || byte < other.len() {
            return false;
        }
        index += 1;
    }
    some.len() == others.len()
}

/// Declares an enum whose variants are the words of a choice: `Tree = "tree"`.
#[macro_export]
macro_rules! choices {
    (
        $(#[$meta:meta])*
        $visibility:vis enum $name:ident {
            $($(#[$variant_meta:meta])* $variant:ident = $word:literal),+ $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $visibility enum $name {
            $($(#[$variant_meta])* $variant),+
        }

        #[allow(dead_code, reason = "not all choices are listed or asked for their names")]
        impl $name {
            /// All of them.
            $visibility const ALL: &[$name] = &[$($name::$variant),+];

            /// The word that names it in a spec.
            $visibility const fn word(self) -> &'static str {
                match self {
                    $($name::$variant => $word),+
                }
            }
        }

        impl $crate::settings::Value for $name {
            const KIND: $crate::options::Kind = $crate::options::Kind::Choice(&[$($word),+]);

            fn from_setting(setting: Option<&$crate::options::Setting>) -> Option<Self> {
                match setting? {
                    $($crate::options::Setting::Choice($word) => Some($name::$variant),)+
                    _ => None,
                }
            }

            fn to_setting(&self) -> Option<$crate::options::Setting> {
                Some($crate::options::Setting::Choice(self.word()))
            }
        }
    };
}

/// Declares settings: a struct with a field for each option, and the schema. See [`settings`](mod@crate::settings) for an
/// example.
///
/// A field is followed by what its option is: a shared [`OptionDef`] after `=`, with a comment of its own, or in braces
/// its name, its kind, its default and its help, which is also the comment on the field. The kind may be left out where
/// the type says it, and the default where the field is an `Option`.
#[macro_export]
macro_rules! settings {
    (
        $(#[$meta:meta])*
        $visibility:vis struct $settings:ident, $schema_visibility:vis static $schema:ident = $name:literal {
            summary: $summary:literal,
            source: $source:literal,
            options: {
                $(
                    $(#[$field_meta:meta])*
                    $field:ident: $type:ty
                    $({
                        name: $option:literal,
                        $(kind: $kind:expr,)?
                        $(default: $default:expr,)?
                        help: $help:literal $(,)?
                    })?
                    $(= $shared:expr)?
                ),* $(,)?
            },
            examples: [$($example:literal),* $(,)?] $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        #[allow(clippy::derive_partial_eq_without_eq, reason = "some have fields that are only partly equal")]
        $visibility struct $settings {
            $(
                $(#[$field_meta])*
                $(#[doc = $help])?
                $visibility $field: $type,
            )*
        }

        /// How it is named and configured.
        $schema_visibility static $schema: $crate::options::Schema = $crate::options::Schema {
            name: $name,
            summary: $summary,
            source: $source,
            options: &[$(
                $($shared)?
                $($crate::options::OptionDef {
                    name: $option,
                    kind: $crate::settings!(@first $({ $kind })? { <$type as $crate::settings::Value>::KIND }),
                    default: $crate::settings!(@first $({ Some($default) })? { None }),
                    help: $help,
                })?
            ),*],
            examples: &[$($example),*],
        };

        const _: () = assert!(
            $crate::settings::are_suited(
                &[$((<$type as $crate::settings::Value>::KIND, <$type as $crate::settings::Value>::IS_OPTIONAL)),*],
                $schema.options,
            ),
            "the type of a field does not suit its option: it holds all values, and is optional if there is no default",
        );

        impl $settings {
            /// The settings of a spec that was read.
            ///
            /// # Panics
            ///
            /// If it was read with another schema.
            $visibility fn from_args(args: &$crate::options::Args) -> Self {
                <Self as $crate::settings::Settings>::from_args(args)
            }

            /// The settings as if they had been read.
            $visibility fn to_args(&self) -> $crate::options::Args {
                <Self as $crate::settings::Settings>::to_args(self)
            }
        }

        impl $crate::settings::Settings for $settings {
            const SCHEMA: &'static $crate::options::Schema = &$schema;

            #[allow(unused_mut, unused_variables, reason = "there may be nothing to set")]
            fn from_args(args: &$crate::options::Args) -> Self {
                assert!(args.schema() == &$schema, "{args} is not of {}", $schema.name);
                let mut settings = args.settings();
                $settings {
                    $($field: $crate::settings::Value::from_setting(settings.next().flatten())
                        .expect("what was read is of the kind of its option"),)*
                }
            }

            fn to_args(&self) -> $crate::options::Args {
                $crate::settings::args(&$schema, vec![$($crate::settings::Value::to_setting(&self.$field)),*])
            }
        }

        impl Default for $settings {
            fn default() -> Self {
                Self::from_args(&$schema.defaults())
            }
        }

        impl From<$settings> for $crate::options::Args {
            fn from(settings: $settings) -> Self {
                settings.to_args()
            }
        }

        impl std::fmt::Display for $settings {
            /// The shortest spec that reads back as this.
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}", self.to_args())
            }
        }
    };
    (@first { $first:expr } $({ $other:expr })?) => {
        $first
    };
}
