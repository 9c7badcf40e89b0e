/** Remembers at least the last bytes of a stream, `bytesMax` of them, without copying while they pass. */
export function keepTail(bytesMax: number): { push(chunk: Uint8Array): void; read(): Uint8Array } {
  let chunks: Uint8Array[] = [];
  let first = 0;
  let bytes = 0;
  return {
    push(chunk) {
      chunks.push(chunk);
      bytes += chunk.length;
      for (let oldest = chunks[first]; oldest && bytes - oldest.length >= bytesMax; oldest = chunks[first]) {
        bytes -= oldest.length;
        first += 1;
      }
      if (first > 64) {
        chunks = chunks.slice(first);
        first = 0;
      }
    },
    read() {
      const kept = Buffer.concat(chunks.slice(first));
      return kept.subarray(Math.max(0, kept.length - bytesMax));
    },
  };
}
