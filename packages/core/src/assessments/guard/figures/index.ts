export * from "./find-figures.ts";
export * from "./meets-figure.ts";
