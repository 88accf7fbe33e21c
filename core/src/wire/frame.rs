//! What frames a message: which header goes with which version of which api.

use super::generated::apis::APIS;

/// One api: a request and its response.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ApiSpec {
    /// The api key.
    pub key: i16,
    /// The api's name: that of its request, less `Request`.
    pub name: &'static str,
    /// The first version.
    pub min: i16,
    /// The last version, whether stable or not.
    pub max: i16,
    /// The first flexible version, if any is.
    pub flexible_from: Option<i16>,
    /// Whether the last version may still change, and so must not be advertised by default.
    pub unstable_latest: bool,
}

/// The key of ApiVersions.
const API_VERSIONS: i16 = 18;

impl ApiSpec {
    /// Whether `version` is a flexible one. Known or not: a version above [`ApiSpec::max`] is
    /// taken to be as flexible as the last.
    pub const fn is_flexible(&self, version: i16) -> bool {
        match self.flexible_from {
            Some(from) => version >= from,
            None => false,
        }
    }
}

/// All apis, ascending by key.
pub const fn apis() -> &'static [ApiSpec] {
    APIS
}

/// The api with this key.
pub fn api(key: i16) -> Option<&'static ApiSpec> {
    let at = APIS.binary_search_by_key(&key, |api| api.key).ok()?;
    Some(&APIS[at])
}

/// The version of the request header that precedes this request; `None` if the key is unknown.
///
/// It is right for versions that are not known as well, so that an ApiVersions request of a newer
/// client can be answered (KIP-511).
pub fn request_header_version(api_key: i16, version: i16) -> Option<i16> {
    let flexible = api(api_key)?.is_flexible(version);
    Some(if flexible { 2 } else { 1 })
}

/// The version of the response header that precedes this response; `None` if the key is unknown.
///
/// ApiVersions is always answered with the oldest header: a client reads the response before it
/// knows which versions the broker speaks (KIP-511).
pub fn response_header_version(api_key: i16, version: i16) -> Option<i16> {
    let flexible = api(api_key)?.is_flexible(version);
    Some(if flexible && api_key != API_VERSIONS {
        1
    } else {
        0
    })
}
