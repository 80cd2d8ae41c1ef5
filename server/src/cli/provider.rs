//! The options for signing in through an identity provider.

use super::public_url::not_private;
use crate::loopback::is_private;
use clap::Args;
use domain::role::Role;
use openidconnect::{ClientId, ClientSecret, IssuerUrl};

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
    /// What people call the provider: "Sign in with …"
    #[arg(
        long,
        env = "FLOAT_DESK_OIDC_NAME",
        value_name = "NAME",
        default_value = "your company account"
    )]
    pub oidc_name: String,
    /// The claim with what to call a person; without it a verified email, then sub. Who they are is
    /// always iss and sub
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

fn parse_issuer(url: &str) -> Result<IssuerUrl, String> {
    let issuer = IssuerUrl::new(url.to_owned()).map_err(|error| error.to_string())?;
    let host = issuer.url().host_str().unwrap_or_default();
    // Whoever can read along here can sign in as anybody.
    if is_private(issuer.url().scheme(), host) {
        Ok(issuer)
    } else {
        Err(not_private())
    }
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
    fn a_provider_is_reached_over_tls_unless_it_is_on_this_machine() {
        for good in [
            "https://idp.example",
            "http://127.0.0.1:9000",
            "http://localhost",
        ] {
            assert!(parse_issuer(good).is_ok(), "{good}");
        }
        for bad in [
            "http://idp.example",
            "http://10.0.0.1",
            "ftp://idp.example",
            "",
        ] {
            assert!(parse_issuer(bad).is_err(), "{bad}");
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
