/** A part that the service stands on, as the queue names it. */
export function nameOfPart(part: string): string {
  if (part === "files") return "the file store";
  return part.startsWith("model:") ? `the model ${part.slice("model:".length)}` : `the ${part}`;
}
