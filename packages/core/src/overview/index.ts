export * from "./get-overview.ts";
