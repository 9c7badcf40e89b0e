const UNPACKED_MAX = 32 * 1024 * 1024;
const HEADER = 16;
const PACKED = 0x75465a4c;
const PLAIN = 0x414c454d;
const WINDOW = 4096;
/** What the packer takes for granted, as the format lays it down. */
const BEFORE =
  "{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx";

/** Unpacks the rich text of an Outlook message (LZFu). Throws RangeError for bytes that are none, or too long. */
export function unpackRtf(bytes: Uint8Array): Uint8Array {
  if (bytes.length < HEADER) throw new RangeError("The rich text of the message is cut off");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const length = view.getUint32(4, true);
  const kind = view.getUint32(8, true);
  if (length > UNPACKED_MAX) throw new RangeError("The rich text of the message is too long");
  if (kind === PLAIN) return bytes.slice(HEADER, HEADER + length);
  if (kind !== PACKED) throw new RangeError("The rich text of the message is packed in an unknown way");
  const window = new Uint8Array(WINDOW);
  window.set(new TextEncoder().encode(BEFORE));
  let write = BEFORE.length;
  const out = new Uint8Array(length);
  let made = 0;
  const put = (byte: number) => {
    if (made < length) out[made++] = byte;
    window[write] = byte;
    write = (write + 1) % WINDOW;
  };
  let at = HEADER;
  while (at < bytes.length && made < length) {
    const control = bytes[at++]!;
    for (let bit = 0; bit < 8 && at < bytes.length && made < length; bit += 1) {
      if ((control & (1 << bit)) === 0) {
        put(bytes[at++]!);
        continue;
      }
      if (at + 1 >= bytes.length) return out.subarray(0, made);
      const reference = (bytes[at]! << 8) | bytes[at + 1]!;
      at += 2;
      const from = reference >> 4;
      // A reference to where the writing continues is the end.
      if (from === write) return out.subarray(0, made);
      for (let step = 0; step < (reference & 15) + 2; step += 1) put(window[(from + step) % WINDOW]!);
    }
  }
  return out.subarray(0, made);
}
