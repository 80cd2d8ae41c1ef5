//! The options for signing in through an identity provider.

use clap::Args;
use domain::role::Role;
use openidconnect::{ClientId, ClientSecret, IssuerUrl, RedirectUrl};
use std::net::SocketAddr;

/// Which identity provider to trust, and how to read what it says of people.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Signing in through an identity provider (OpenID Connect)")]
pub struct ProviderArgs {
    /// The provider's issuer address; without it there is no provider
    #[arg(long, env = "FLOAT_DESK_OIDC_ISSUER", value_name = "URL", value_parser = parse_issuer, requires = "oidc_client_id")]
    pub oidc_issuer: Option<IssuerUrl>,
    /// The name by which the provider knows this server
    #[arg(
        long,
        env = "FLOAT_DESK_OIDC_CLIENT_ID",
        value_name = "ID",
        value_parser = parse_client_id
    )]
    pub oidc_client_id: Option<ClientId>,
    /// This server's password at the provider, if it has one; others can read a command line, so
    /// better set the variable
    #[arg(
        long,
        env = "FLOAT_DESK_OIDC_CLIENT_SECRET",
        hide_env_values = true,
        value_name = "SECRET",
        value_parser = parse_secret
    )]
    pub oidc_client_secret: Option<ClientSecret>,
    /// Where browsers reach this server; the provider sends people back to /sign-in/return there
    /// (unless told, the address it listens on)
    #[arg(long, env = "FLOAT_DESK_PUBLIC_URL", value_name = "URL", value_parser = parse_public_url)]
    pub public_url: Option<PublicUrl>,
    /// What people call the provider: "Sign in with …"
    #[arg(
        long,
        env = "FLOAT_DESK_OIDC_NAME",
        value_name = "NAME",
        default_value = "your company account"
    )]
    pub oidc_name: String,
    /// The claim with a person's name; without it email counts, then sub
    #[arg(
        long,
        env = "FLOAT_DESK_OIDC_NAME_CLAIM",
        value_name = "CLAIM",
        default_value = "preferred_username"
    )]
    pub oidc_name_claim: String,
    /// The claim with a person's roles: a text, or a list of them
    #[arg(
        long,
        env = "FLOAT_DESK_OIDC_ROLE_CLAIM",
        value_name = "CLAIM",
        default_value = "roles"
    )]
    pub oidc_role_claim: String,
    /// Which value of that claim means which role; can be repeated, and the highest role counts
    #[arg(
        long = "oidc-role",
        env = "FLOAT_DESK_OIDC_ROLES",
        value_name = "ROLE=VALUE",
        value_delimiter = ',',
        value_parser = parse_role_value,
        default_values = ["support=support", "analyst=analyst", "admin=admin"]
    )]
    pub oidc_roles: Vec<(Role, String)>,
    /// What to ask the provider for besides "openid"
    #[arg(
        long,
        env = "FLOAT_DESK_OIDC_SCOPES",
        value_name = "SCOPE",
        value_delimiter = ',',
        default_value = "profile,email"
    )]
    pub oidc_scopes: Vec<String>,
}

/// An address without a slash at its end, so that a path can follow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicUrl(String);

impl PublicUrl {
    /// The address of a server that browsers reach directly.
    pub fn at(addr: SocketAddr) -> Self {
        Self(format!("http://{addr}"))
    }

    pub fn with(&self, path: &str) -> String {
        format!("{}{path}", self.0)
    }
}

fn parse_issuer(url: &str) -> Result<IssuerUrl, String> {
    let issuer = IssuerUrl::new(url.to_owned()).map_err(|error| error.to_string())?;
    is_web(url).then_some(issuer).ok_or_else(no_web)
}

fn parse_public_url(url: &str) -> Result<PublicUrl, String> {
    let trimmed = url.trim_end_matches('/').to_owned();
    let parsed = RedirectUrl::new(trimmed.clone()).map_err(|error| error.to_string())?;
    // The pages' own links begin at the root.
    let is_root = parsed.url().path() == "/" && parsed.url().query().is_none();
    match (is_web(url), is_root) {
        (false, _) => Err(no_web()),
        (_, false) => Err("an address without a path, as in https://desk.example.com".to_owned()),
        _ => Ok(PublicUrl(trimmed)),
    }
}

fn is_web(url: &str) -> bool {
    url.starts_with("https://") || url.starts_with("http://")
}

fn no_web() -> String {
    "expected an address that begins with https:// or http://".to_owned()
}

/// Only what is empty is refused: the message repeats what was given. The type prints nothing.
fn parse_secret(secret: &str) -> Result<ClientSecret, &'static str> {
    let given = (!secret.is_empty()).then(|| ClientSecret::new(secret.to_owned()));
    given.ok_or("leave it out if there is none")
}

fn parse_client_id(id: &str) -> Result<ClientId, &'static str> {
    let given = (!id.is_empty()).then(|| ClientId::new(id.to_owned()));
    given.ok_or("it is empty")
}

fn parse_role_value(text: &str) -> Result<(Role, String), String> {
    let (role, value) = text.split_once('=').ok_or("expected ROLE=VALUE")?;
    let role = super::parse_staff_role(role)?;
    if value.is_empty() {
        return Err("expected ROLE=VALUE".to_owned());
    }
    Ok((role, value.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_public_address_has_no_path() {
        let url = parse_public_url("https://desk.example.com/").unwrap();
        assert_eq!(url.with("/x"), "https://desk.example.com/x");
        for odd in ["desk.example.com", "https://a.example/desk", "ftp://a", ""] {
            assert!(parse_public_url(odd).is_err(), "{odd:?}");
        }
    }

    #[test]
    fn a_role_is_given_by_a_value_that_may_hold_anything() {
        let read = parse_role_value("admin=cn=desk admins").unwrap();
        assert_eq!(read, (Role::Admin, "cn=desk admins".to_owned()));
        assert!(parse_role_value("boss=x").is_err());
        assert!(parse_role_value("admin=").is_err());
    }

    #[test]
    fn the_secret_is_not_printed() {
        let secret = parse_secret("hunter2").unwrap();
        assert!(!format!("{secret:?}").contains("hunter2"));
    }
}
