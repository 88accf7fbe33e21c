//! ApiVersions: what the node serves (KIP-35, KIP-511).

use crate::api::{APIS, Response};
use crate::error::ErrorCode;
use crate::node::Node;
use crate::wire::generated::ApiVersionsRequest;
use crate::wire::generated::ApiVersionsResponse;
use crate::wire::generated::api_versions_response::ApiVersion;

/// The answer to a version of ApiVersions that is not known: in version 0, with just the row that tells
/// which versions are.
pub fn unsupported() -> Response {
    let rows = APIS.iter().filter(|api| api.key == 18).map(row).collect();
    Response::ApiVersions(ApiVersionsResponse {
        error_code: ErrorCode::UnsupportedVersion.code(),
        api_keys: rows,
        ..ApiVersionsResponse::default()
    })
}

fn row(api: &crate::api::Api) -> ApiVersion {
    ApiVersion {
        api_key: api.key,
        min_version: api.announced_min,
        max_version: api.max,
        ..ApiVersion::default()
    }
}

impl Node {
    pub(crate) fn api_versions(&self, version: i16, request: &ApiVersionsRequest) -> Response {
        if version >= 3
            && !(is_software(&request.client_software_name)
                && is_software(&request.client_software_version))
        {
            return Response::ApiVersions(ApiVersionsResponse {
                error_code: ErrorCode::InvalidRequest.code(),
                ..ApiVersionsResponse::default()
            });
        }
        Response::ApiVersions(ApiVersionsResponse {
            api_keys: APIS.iter().map(row).collect(),
            ..ApiVersionsResponse::default()
        })
    }
}

/// KIP-511: letters, digits, `.` and `-`, with a letter or a digit at both ends.
fn is_software(name: &str) -> bool {
    let inner = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'.' || byte == b'-';
    let ends = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    let bytes = name.as_bytes();
    ends(bytes.first()) && ends(bytes.last()) && bytes.iter().all(|&byte| inner(byte))
}
