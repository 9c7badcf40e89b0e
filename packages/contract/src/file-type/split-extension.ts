/** `Policy.v2.PDF` → `Policy.v2` and `pdf`. A name that only begins with a dot has no extension. */
export function splitExtension(filename: string): { stem: string; extension: string } {
  const name = filename.slice(Math.max(filename.lastIndexOf("/"), filename.lastIndexOf("\\")) + 1);
  const dot = name.lastIndexOf(".");
  if (dot <= 0 || dot === name.length - 1) return { stem: name, extension: "" };
  return { stem: name.slice(0, dot), extension: name.slice(dot + 1).toLowerCase() };
}
