export * from "./groups.ts";
export { createScimKey, findDirectory, listScimKeys, revokeScimKey, SCIM_KEY_START } from "./keys.ts";
export * from "./map-group.ts";
export { NOT_UNIQUE } from "./refusals.ts";
export * from "./users.ts";
