/** Each batch of lines as bytes, each line with its end. */
export async function* streamLines(batches: AsyncIterable<readonly string[]>): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder();
  for await (const lines of batches) yield encoder.encode(toLines(lines));
}

export function toLines(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}
