export * from "./card.ts";
export * from "./check-files.ts";
export * from "./find-models.ts";
export * from "./model-files-error.ts";
export * from "./native-runtime-name.ts";
export * from "./shipped.ts";
export * from "./text-length-max.ts";
