const AFTER_DELIMITER_BYTES = 2;

/**
 * Cuts a multipart body again, so that no piece ends within a delimiter or the two bytes behind it: the parser takes
 * the end of a form that arrives cut there for the headers of one more part.
 */
export function holdDelimiter(contentType: string): { next(piece: Uint8Array): Uint8Array; rest(): Uint8Array } {
  const boundary = /;\s*boundary=(?:"((?:[^"\\]|\\.)*)"|([^\s;]*))/i.exec(contentType);
  const delimiter = new TextEncoder().encode(`\r\n--${boundary?.[1] ?? boundary?.[2] ?? ""}`);
  const whole = delimiter.length + AFTER_DELIMITER_BYTES;
  let held: Uint8Array = new Uint8Array(0);
  let begun = false;

  const cutOf = (bytes: Uint8Array): number => {
    // The first delimiter is at the start, without its line break.
    if (!begun && bytes.length < whole) return 0;
    begun = true;
    for (let at = Math.max(0, bytes.length - whole + 1); at < bytes.length; at++)
      if (startsDelimiter(bytes, at, delimiter)) return at;
    return bytes.length;
  };
  return {
    next(piece) {
      const bytes = held.length === 0 ? piece : concat(held, piece);
      const cut = cutOf(bytes);
      held = bytes.slice(cut);
      return bytes.subarray(0, cut);
    },
    rest: () => held,
  };
}

/** Whether the bytes from `at` on are a delimiter, or the beginning of one that has not arrived whole. */
function startsDelimiter(bytes: Uint8Array, at: number, delimiter: Uint8Array): boolean {
  const length = Math.min(delimiter.length, bytes.length - at);
  for (let offset = 0; offset < length; offset++) if (bytes[at + offset] !== delimiter[offset]) return false;
  return true;
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
