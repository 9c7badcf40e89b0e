export * from "./assessor.ts";
export * from "./embedder.ts";
export * from "./file-store.ts";
export * from "./identity.ts";
export * from "./models.ts";
export * from "./text-extractor.ts";
export * from "./waker.ts";
export * from "./workbook-writer.ts";
