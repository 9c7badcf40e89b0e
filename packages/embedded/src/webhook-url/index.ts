export { type AllowedNetwork, readAllowedNetwork } from "../fetch/allowed-networks.ts";
export * from "./check-webhook-url.ts";
