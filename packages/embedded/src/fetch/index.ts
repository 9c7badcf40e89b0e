export * from "./create-fetcher.ts";
