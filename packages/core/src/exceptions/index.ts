export * from "./announce-expiring.ts";
export * from "./approve-exception.ts";
export * from "./list-exceptions.ts";
export * from "./propose-exception.ts";
export * from "./revoke-exception.ts";
