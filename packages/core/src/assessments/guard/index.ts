export * from "./describe-document.ts";
export * from "./find-contradictions.ts";
export * from "./note-weakness.ts";
export * from "./shingles.ts";
