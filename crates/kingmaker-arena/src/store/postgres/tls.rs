//! Connections that nobody else can read, and how much is asked of the server's certificate.

use std::path::Path;
use std::sync::Arc;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{WebPkiServerVerifier, verify_server_name};
use rustls::crypto::{CryptoProvider, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{CertificateError, ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::super::Problem;

/// What is asked of a server's certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Check {
    /// Nothing: the connection is secret, and the server might be anybody.
    Nothing,
    /// Somebody whom we trust has signed it.
    Chain,
    /// The same, and it is for this machine.
    ChainAndName,
}

/// What makes connections with TLS, with certificates in a file as those whom we trust.
pub(super) fn connector(check: Check, roots: Option<&Path>) -> Result<MakeRustlsConnect, Problem> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let refused = |why: String| Problem::Address(format!("TLS is not possible: {why}"));
    let certificates = roots.map_or(Ok(Vec::new()), read)?;
    let chain = if check == Check::Nothing {
        None
    } else {
        let mut trusted = RootCertStore::empty();
        trusted.add_parsable_certificates(certificates.iter().cloned());
        let verifier = WebPkiServerVerifier::builder_with_provider(Arc::new(trusted), Arc::clone(&provider)).build();
        Some(verifier.map_err(|error| refused(error.to_string()))?)
    };
    let verifier = Verifier { check, chain, certificates, provider: Arc::clone(&provider) };
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let config = config.map_err(|error| refused(error.to_string()))?;
    let config = config.dangerous().with_custom_certificate_verifier(Arc::new(verifier)).with_no_client_auth();
    Ok(MakeRustlsConnect::new(config))
}

fn read(path: &Path) -> Result<Vec<CertificateDer<'static>>, Problem> {
    let wrong = |why: String| Problem::Address(format!("no certificates in '{}' ({why})", path.display()));
    let certificates = CertificateDer::pem_file_iter(path).map_err(|error| wrong(error.to_string()))?;
    let certificates: Vec<_> = certificates.collect::<Result<_, _>>().map_err(|error| wrong(error.to_string()))?;
    if certificates.is_empty() { Err(wrong("the file has none".to_owned())) } else { Ok(certificates) }
}

#[derive(Debug)]
struct Verifier {
    check: Check,
    chain: Option<Arc<WebPkiServerVerifier>>,
    certificates: Vec<CertificateDer<'static>>,
    provider: Arc<CryptoProvider>,
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        others: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        status: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let Some(chain) = &self.chain else { return Ok(ServerCertVerified::assertion()) };
        // A server's own certificate may be the one that we trust.
        if self.certificates.iter().any(|trusted| trusted == certificate) {
            if self.check == Check::ChainAndName {
                verify_server_name(&ParsedCertificate::try_from(certificate)?, name)?;
            }
            return Ok(ServerCertVerified::assertion());
        }
        match chain.verify_server_cert(certificate, others, name, status, now) {
            Err(Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) if self.check == Check::Chain => Ok(ServerCertVerified::assertion()),
            verified => verified,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, certificate, signed, &self.provider.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, certificate, signed, &self.provider.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}
