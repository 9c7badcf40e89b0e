const NAME_BYTES_MAX = 255;
// Controls, formats that reorder or have no width (among them tags), line and paragraph separators.
const UNSHOWN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** An entry's path as display text: no drive, root, parent step or character that reorders or hides others. */
export function cleanEntryName(name: string): string {
  const path = name
    .toWellFormed()
    .normalize("NFC")
    .replace(UNSHOWN, "")
    .replaceAll("\\", "/")
    .replace(/^[a-z]:/i, "");
  const steps = path.split("/").filter((step) => step !== "" && step !== "." && step !== "..");
  return shorten(steps.join("/")) || "unnamed";
}

/** Drops the front, so that the extension stays. */
function shorten(name: string): string {
  const characters = [...name];
  let bytes = Buffer.byteLength(name);
  let dropped = 0;
  while (bytes > NAME_BYTES_MAX) bytes -= Buffer.byteLength(characters[dropped++] ?? "");
  return characters.slice(dropped).join("");
}
