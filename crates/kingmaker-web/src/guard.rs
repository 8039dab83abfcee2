//! Who may ask: only pages that this server itself has served.
//!
//! A page of another site that is open in the same browser can send requests here. It cannot hide where it comes from
//! (`Origin`), and a name that it points at this machine is not ours (`Host`).

use std::net::{IpAddr, SocketAddr};

use axum::extract::{Request, State};
use axum::http::header::{CONTENT_SECURITY_POLICY, HOST, ORIGIN, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::problem::Problem;

/// What pages may do: nothing with any other site.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/// Refuses what comes from elsewhere, and tells browsers to keep to themselves.
pub(crate) async fn guard(State(address): State<SocketAddr>, request: Request, next: Next) -> Response {
    if let Err(problem) = check(address, request.headers()) {
        return problem.into_response();
    }
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.entry(CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(POLICY));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    // The address of a game is a secret.
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}

fn check(address: SocketAddr, headers: &HeaderMap) -> Result<(), Problem> {
    let text = |value: &HeaderValue| value.to_str().unwrap_or_default().to_owned();
    let host = headers.get(HOST).map(text).unwrap_or_default();
    if address.ip().is_loopback() && !is_ours(address, &host) {
        return Err(Problem::secret(format!("'{host}' is not this server; expected {address}")));
    }
    let mut origins = headers.get_all(ORIGIN).iter().map(text);
    match origins.find(|origin| *origin != format!("http://{host}") && *origin != format!("https://{host}")) {
        Some(origin) => Err(Problem::secret(format!("a page of '{origin}' may not ask here"))),
        None => Ok(()),
    }
}

/// Whether a name with a port is one of those that this machine alone goes by.
fn is_ours(address: SocketAddr, host: &str) -> bool {
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
        _ => (host, Some(80)),
    };
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    port == Some(address.port())
        && (bare.eq_ignore_ascii_case("localhost") || bare.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(host: &str, origin: Option<&str>) -> u16 {
        let address = SocketAddr::from(([127, 0, 0, 1], 8080));
        let mut headers = HeaderMap::new();
        headers.insert(HOST, HeaderValue::from_str(host).expect("a header"));
        if let Some(origin) = origin {
            headers.insert(ORIGIN, HeaderValue::from_str(origin).expect("a header"));
        }
        check(address, &headers).err().map_or(200, |problem| problem.status.as_u16())
    }

    #[test]
    fn only_this_machine_and_this_page() {
        for host in ["127.0.0.1:8080", "localhost:8080", "[::1]:8080"] {
            assert_eq!(status(host, None), 200, "{host}");
            assert_eq!(status(host, Some(&format!("http://{host}"))), 200, "{host}");
        }
        for host in ["evil.example:8080", "127.0.0.1:8081", "127.0.0.1", "", "localhost.evil.example:8080"] {
            assert_eq!(status(host, None), 403, "{host}");
        }
        for origin in ["http://evil.example", "null", "http://127.0.0.1:8081", "http://localhost:8080"] {
            assert_eq!(status("127.0.0.1:8080", Some(origin)), 403, "{origin}");
        }
    }
}
