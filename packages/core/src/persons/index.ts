export * from "./erase-person.ts";
export * from "./export-person.ts";
export * from "./find-persons.ts";
