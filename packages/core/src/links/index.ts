export * from "./create-link.ts";
export * from "./end-link.ts";
export * from "./exchange-link.ts";
export * from "./find-link-holder.ts";
export { linkEnded } from "./link-ended.ts";
export { LINK_TOKEN_START } from "./link-secret.ts";
export * from "./read-links.ts";
