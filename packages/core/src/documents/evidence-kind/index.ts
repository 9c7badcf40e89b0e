export * from "./derive-evidence-kind.ts";
