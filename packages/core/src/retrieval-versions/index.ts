export * from "./find-models.ts";
export * from "./manage-retrieval-versions.ts";
export * from "./recommended-version.ts";
export * from "./retrieval-versions.ts";
export { lexicalWeightOf } from "./search-keys.ts";
export * from "./vector-coverage.ts";
