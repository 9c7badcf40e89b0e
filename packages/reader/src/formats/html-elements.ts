/** Elements without an end. */
export const VOID: ReadonlySet<string> = new Set([
  "area",
  "base",
  "br",
  "col",
  "embed",
  "hr",
  "img",
  "input",
  "link",
  "meta",
  "source",
  "wbr",
]);
/** Elements whose text a browser crosses out. */
export const STRUCK: ReadonlySet<string> = new Set(["s", "strike", "del"]);
