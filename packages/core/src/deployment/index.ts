export * from "./get-deployment.ts";
