//! An identity provider in this process: OpenID Connect with RS256 and PKCE, as far as signing in needs it.
//! The browser tests have a real one.

use crate::desk::Desk;
use crate::visitor::{Answer, Visitor};
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::rsa::{KeyPair as RsaKeyPair, KeySize};
use aws_lc_rs::signature::{KeyPair, RSA_PKCS1_SHA256};
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Form, Json, Router};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use domain::instant::Instant;
use http::StatusCode;
use reqwest::Method;
use reqwest::header::COOKIE;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex};
use std::time::SystemTime;
use tokio::net::TcpListener;

pub const COOKIE_NAME: &str = "__Host-float-desk-sign-in";

#[derive(Clone)]
pub struct IdentityProvider {
    pub issuer: String,
    inner: Arc<Inner>,
}

struct Inner {
    key: RsaKeyPair,
    /// By code, until it is redeemed: what the token says, and the PKCE challenge.
    codes: Mutex<HashMap<String, (Value, String)>>,
}

/// Somebody who set out from a browser and has not come back.
#[derive(Clone)]
pub struct UnderWay {
    pub visitor: Visitor,
    pub cookie: String,
    /// What stands in the address that leads to the provider.
    pub asked: HashMap<String, String>,
}

impl IdentityProvider {
    pub async fn start() -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        // By its name: no answer of ours may hold the address.
        let issuer = format!("http://localhost:{}", listener.local_addr().unwrap().port());
        let provider = Self {
            issuer,
            inner: Arc::new(Inner {
                key: RsaKeyPair::generate(KeySize::Rsa2048).unwrap(),
                codes: Mutex::default(),
            }),
        };
        let routes = Router::new()
            .route("/.well-known/openid-configuration", get(describe))
            .route("/jwks", get(keys))
            .route("/token", post(redeem))
            .with_state(provider.clone());
        tokio::spawn(async { axum::serve(listener, routes).await.unwrap() });
        provider
    }

    /// A code for somebody who set out, which says this of them.
    pub fn vouch(&self, under_way: &UnderWay, claims: &Value) -> String {
        let now = Instant::from(SystemTime::now()).epoch_seconds();
        let mut token = json!({
            "iss": self.issuer, "aud": "float-desk", "iat": now, "exp": now + 600,
            "nonce": under_way.asked["nonce"],
        });
        for (name, value) in claims.as_object().unwrap() {
            token[name] = value.clone();
        }
        let mut codes = self.inner.codes.lock().unwrap();
        let code = format!("code-{}-{}", under_way.asked["state"], codes.len());
        let challenge = under_way.asked["code_challenge"].clone();
        codes.insert(code.clone(), (token, challenge));
        code
    }

    /// Goes all the way, as the person of whom the provider says this.
    pub async fn sign_in(&self, desk: &Desk, claims: &Value) -> (Visitor, Answer) {
        let mut under_way = UnderWay::set_out(Visitor::to(desk), "/users/mia").await;
        let code = self.vouch(&under_way, claims);
        let answer = under_way.come_back(&code).await;
        under_way.visitor.session = answer.session().map(str::to_owned);
        (under_way.visitor, answer)
    }

    fn sign(&self, claims: &Value) -> String {
        let header = json!({"alg": "RS256", "kid": "one"});
        let encode = |part: &Value| BASE64_URL_SAFE_NO_PAD.encode(part.to_string());
        let text = format!("{}.{}", encode(&header), encode(claims));
        let key = &self.inner.key;
        let mut signature = vec![0; key.public_modulus_len()];
        let random = SystemRandom::new();
        key.sign(&RSA_PKCS1_SHA256, &random, text.as_bytes(), &mut signature)
            .unwrap();
        format!("{text}.{}", BASE64_URL_SAFE_NO_PAD.encode(signature))
    }
}

impl UnderWay {
    pub async fn set_out(visitor: Visitor, next: &str) -> Self {
        let answer = visitor.get(&format!("/sign-in/provider?next={next}")).await;
        assert_eq!(answer.status, 303, "{}", answer.body);
        let to = reqwest::Url::parse(answer.location()).unwrap();
        Self {
            visitor,
            cookie: answer.cookie(COOKIE_NAME).unwrap().to_owned(),
            asked: to.query_pairs().into_owned().collect(),
        }
    }

    pub async fn come_back(&self, code: &str) -> Answer {
        let state = &self.asked["state"];
        let path = format!("/sign-in/return?code={code}&state={state}");
        let request = self.visitor.request(Method::GET, &path);
        let cookie = format!("{COOKIE_NAME}={}", self.cookie);
        self.visitor.send(request.header(COOKIE, cookie)).await
    }
}

async fn describe(State(provider): State<IdentityProvider>) -> Json<Value> {
    let issuer = &provider.issuer;
    Json(json!({
        "issuer": issuer,
        "authorization_endpoint": format!("{issuer}/auth"),
        "token_endpoint": format!("{issuer}/token"),
        "jwks_uri": format!("{issuer}/jwks"),
        "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["RS256"],
    }))
}

async fn keys(State(provider): State<IdentityProvider>) -> Json<Value> {
    let key = &provider.inner.key;
    // A sequence of two numbers: its head, the head of the first, a zero byte, the modulus.
    let der = key.public_key().as_ref();
    let modulus = &der[9..9 + key.public_modulus_len()];
    let modulus = BASE64_URL_SAFE_NO_PAD.encode(modulus);
    let key = json!({
        "kty": "RSA", "use": "sig", "alg": "RS256", "kid": "one", "n": modulus, "e": "AQAB",
    });
    Json(json!({ "keys": [key] }))
}

async fn redeem(
    State(provider): State<IdentityProvider>,
    Form(form): Form<HashMap<String, String>>,
) -> Response {
    let redeemed = provider.inner.codes.lock().unwrap().remove(&form["code"]);
    let proof = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(&form["code_verifier"]));
    match redeemed {
        Some((claims, challenge)) if challenge == proof => Json(json!({
            "access_token": "an-access-token",
            "token_type": "Bearer",
            "id_token": provider.sign(&claims),
        }))
        .into_response(),
        _ => (
            StatusCode::BAD_REQUEST,
            Json(json!({ "error": "invalid_grant" })),
        )
            .into_response(),
    }
}
