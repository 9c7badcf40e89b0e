export { CLIENT_VERSION as VERSION } from "../client-version.ts";
