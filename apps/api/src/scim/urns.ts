export const USER = "urn:ietf:params:scim:schemas:core:2.0:User";
export const GROUP = "urn:ietf:params:scim:schemas:core:2.0:Group";
const MESSAGES = "urn:ietf:params:scim:api:messages:2.0";
export const LIST_RESPONSE = `${MESSAGES}:ListResponse`;
export const PATCH_OP = `${MESSAGES}:PatchOp`;
export const ERROR = `${MESSAGES}:Error`;
const CONFIG = "urn:ietf:params:scim:schemas:core:2.0";
export const PROVIDER_CONFIG = `${CONFIG}:ServiceProviderConfig`;
export const RESOURCE_TYPE = `${CONFIG}:ResourceType`;
export const SCHEMA = `${CONFIG}:Schema`;
/** Below the service's address. */
export const SCIM_PATH = "/scim/v2";
