//! Signing in through an identity provider: OpenID Connect, authorization code with PKCE.

mod admit;
mod claims;
mod journey;
pub(super) mod routes;
mod types;

pub(super) use admit::TurnedAway;

use crate::cli::provider::ProviderArgs;
use crate::cli::public_url::PublicUrl;
use crate::outbound::{CallError, Http};
use app::paths;
use claims::{Claims, OtherClaims, Reading};
use domain::role::Role;
use domain::staff_identity::{LONGEST_SUBJECT, ProviderIdentity};
use journey::Journey;
use openidconnect::core::{CoreAuthenticationFlow, CoreGenderClaim, CoreProviderMetadata};
use openidconnect::{
    AccessToken, AuthorizationCode, ClaimsVerificationError, ClientId, ClientSecret,
    DiscoveryError, IdTokenClaims, IssuerUrl, Nonce, OAuth2TokenResponse, PkceCodeChallenge,
    PkceCodeVerifier, RedirectUrl, Scope, SubjectIdentifier, TokenResponse, UserInfoClaims,
    UserInfoError,
};
use std::sync::{Arc, PoisonError, RwLock};
use types::{Known, SignedToken, Tokens};

/// The identity provider that this server trusts.
#[derive(Debug, Clone)]
pub struct Provider(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    issuer: IssuerUrl,
    client_id: ClientId,
    client_secret: Option<ClientSecret>,
    back: RedirectUrl,
    scopes: Vec<Scope>,
    reading: Reading,
    http: Http,
    /// Replaced when the provider has changed its keys.
    known: RwLock<Known>,
}

/// Why a server with this provider does not start, in one line.
#[derive(Debug, thiserror::Error)]
pub enum ProviderError {
    #[error("--oidc-issuer needs --oidc-client-id, the name by which the provider knows us")]
    NoClientId,
    #[error("--public-url makes no address to come back to")]
    NoWayBack,
    #[error("the identity provider {0} cannot be used: {1}")]
    Unusable(String, String),
}

/// Why somebody was not let in, for the log: with no code and no token in it.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Refused(String);

/// Somebody that the provider vouches for.
struct Person {
    identity: ProviderIdentity,
    /// What to call them; nothing where the provider gives no name that can be used.
    label: Option<String>,
    role: Option<Role>,
}

impl Provider {
    /// Asks the provider about itself; `None` where none is configured.
    pub async fn discover(
        args: &ProviderArgs,
        reached_at: &PublicUrl,
    ) -> Result<Option<Self>, ProviderError> {
        let Some(issuer) = args.oidc_issuer.clone() else {
            return Ok(None);
        };
        let client_id = args
            .oidc_client_id
            .clone()
            .ok_or(ProviderError::NoClientId)?;
        let client_secret = args.oidc_client_secret.clone();
        let back = RedirectUrl::new(reached_at.with(paths::SIGN_IN_RETURN))
            .map_err(|_| ProviderError::NoWayBack)?;
        let unusable = |why| ProviderError::Unusable(issuer.to_string(), why);
        let http = Http::new().map_err(|error| unusable(error.to_string()))?;
        let known = ask(&issuer, &http).await.map_err(unusable)?;
        let known = Known::from_provider_metadata(known, client_id.clone(), client_secret.clone())
            .set_redirect_uri(back.clone());
        Ok(Some(Self(Arc::new(Inner {
            issuer,
            client_id,
            client_secret,
            back,
            scopes: args.oidc_scopes.iter().cloned().map(Scope::new).collect(),
            reading: Reading {
                name_claim: args.oidc_name_claim.clone(),
                role_claim: args.oidc_role_claim.clone(),
                roles: args.oidc_roles.clone(),
            },
            http,
            known: RwLock::new(known),
        }))))
    }

    fn issuer(&self) -> &str {
        self.0.issuer.as_str()
    }

    /// The address that somebody is sent to.
    fn address(&self, journey: &Journey) -> String {
        let challenge = PkceCodeChallenge::from_code_verifier_sha256(&journey.verifier);
        let (state, nonce) = (journey.state.clone(), journey.nonce.clone());
        let (url, _, _) = self
            .known()
            .authorize_url(
                CoreAuthenticationFlow::AuthorizationCode,
                move || state.clone(),
                move || nonce.clone(),
            )
            .add_scopes(self.0.scopes.iter().cloned())
            .set_pkce_challenge(challenge)
            .url();
        url.into()
    }

    /// Exchanges the code that somebody came back with for who they are.
    async fn identify(
        &self,
        code: String,
        verifier: PkceCodeVerifier,
        nonce: &Nonce,
    ) -> Result<Person, Refused> {
        let tokens = self.exchange(code, verifier).await?;
        let token = tokens.id_token().ok_or_else(|| refused("no id token"))?;
        let signed = self.verified(token, nonce).await?;
        let reading = &self.0.reading;
        let mut claims = Claims::of(&signed);
        if !reading.is_complete(&claims) {
            let asked = self.ask_about(tokens.access_token(), signed.subject());
            claims = claims.or(asked.await?);
        }
        Ok(Person {
            identity: identity(&signed)?,
            label: reading.label(&claims),
            role: reading.role(&claims),
        })
    }

    async fn exchange(&self, code: String, verifier: PkceCodeVerifier) -> Result<Tokens, Refused> {
        self.known()
            .exchange_code(AuthorizationCode::new(code))
            .map_err(|error| refused(&error))?
            .set_pkce_verifier(verifier)
            .request_async(&self.0.http)
            .await
            // The error itself only: what it was caused by may quote the answer, with the tokens.
            .map_err(|error| refused(&format!("the code was not exchanged: {error}")))
    }

    /// The claims of a token that is ours: its signature, issuer, audience, time and nonce.
    async fn verified(
        &self,
        token: &SignedToken,
        nonce: &Nonce,
    ) -> Result<IdTokenClaims<OtherClaims, CoreGenderClaim>, Refused> {
        let mut checked = check(&self.known(), token, nonce);
        if matches!(
            checked,
            Err(ClaimsVerificationError::SignatureVerification(_))
        ) {
            // Providers change their keys now and then.
            self.ask_again().await?;
            checked = check(&self.known(), token, nonce);
        }
        checked.map_err(|error| refused(&format!("the id token is not valid: {error}")))
    }

    /// What the provider says about somebody beyond the token, if it says more at all.
    async fn ask_about(
        &self,
        access: &AccessToken,
        subject: &SubjectIdentifier,
    ) -> Result<Claims, Refused> {
        let known = self.known();
        // An error means that the provider has no such address.
        let Ok(request) = known.user_info(access.clone(), Some(subject.clone())) else {
            return Ok(Claims::default());
        };
        let said: Result<UserInfoClaims<OtherClaims, CoreGenderClaim>, UserInfoError<CallError>> =
            request.request_async(&self.0.http).await;
        said.map(|claims| Claims::of(&claims))
            .map_err(|error| refused(&format!("no user info: {error}")))
    }

    async fn ask_again(&self) -> Result<(), Refused> {
        let inner = &self.0;
        let said = ask(&inner.issuer, &inner.http)
            .await
            .map_err(|why| refused(&why))?;
        let (id, secret) = (inner.client_id.clone(), inner.client_secret.clone());
        let known = Known::from_provider_metadata(said, id, secret);
        *inner.known.write().unwrap_or_else(PoisonError::into_inner) =
            known.set_redirect_uri(inner.back.clone());
        Ok(())
    }

    fn known(&self) -> Known {
        let known = self.0.known.read();
        known.unwrap_or_else(PoisonError::into_inner).clone()
    }
}

async fn ask(issuer: &IssuerUrl, http: &Http) -> Result<CoreProviderMetadata, String> {
    CoreProviderMetadata::discover_async(issuer.clone(), http)
        .await
        .map_err(|error| match error {
            DiscoveryError::Request(call) => call.to_string(),
            other => other.to_string(),
        })
}

fn check(
    known: &Known,
    token: &SignedToken,
    nonce: &Nonce,
) -> Result<IdTokenClaims<OtherClaims, CoreGenderClaim>, ClaimsVerificationError> {
    token.claims(&known.id_token_verifier(), nonce).cloned()
}

/// Who this is, by the signed token alone.
fn identity(
    signed: &IdTokenClaims<OtherClaims, CoreGenderClaim>,
) -> Result<ProviderIdentity, Refused> {
    let subject = signed.subject().as_str();
    if subject.is_empty() || subject.len() > LONGEST_SUBJECT {
        return Err(refused("the subject is empty or too long"));
    }
    Ok(ProviderIdentity {
        issuer: signed.issuer().as_str().to_owned(),
        subject: subject.to_owned(),
    })
}

fn refused(why: &(impl std::fmt::Display + ?Sized)) -> Refused {
    Refused(why.to_string())
}
