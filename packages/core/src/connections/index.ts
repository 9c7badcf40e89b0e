export type { ConnectionTokens } from "./connection-secrets.ts";
export * from "./create-connection.ts";
export * from "./end-connection.ts";
export { type App, findApp, makeAppId } from "./find-app.ts";
export * from "./find-connection-holder.ts";
export * from "./issue-tokens.ts";
export * from "./list-connections.ts";
