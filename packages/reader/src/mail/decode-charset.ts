export interface Decoded {
  readonly text: string;
  /** Whether the charset that was named is not known, or the bytes are not of it. */
  readonly unsure: boolean;
}

/** Text in the charset that its header names; without one UTF-8 where it is valid, else Windows-1252. */
export function decodeCharset(bytes: Uint8Array, charset: string | null): Decoded {
  if (/^utf-?7$/i.test(charset ?? "")) return { text: decodeUtf7(bytes), unsure: false };
  const named = charset === null || /^(us-)?ascii$/i.test(charset) ? null : decoderOf(charset);
  if (named) {
    const text = named.decode(bytes);
    return { text, unsure: text.includes("\ufffd") };
  }
  const unsure = charset !== null && named === undefined;
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), unsure };
  } catch {
    return { text: new TextDecoder("windows-1252").decode(bytes), unsure };
  }
}

function decoderOf(charset: string): TextDecoder | undefined {
  try {
    return new TextDecoder(charset.replace(/^cp-?(\d+)$/i, "windows-$1"));
  } catch {
    return undefined;
  }
}

/** Letters beyond ASCII stand as base64 of UTF-16 between `+` and `-`. */
function decodeUtf7(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  return text.replace(/\+([A-Za-z0-9+/]*)-?/g, (_, encoded: string) =>
    encoded === "" ? "+" : new TextDecoder("utf-16be").decode(Buffer.from(encoded, "base64")),
  );
}
