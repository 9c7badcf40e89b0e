/** Undoes a Content-Transfer-Encoding; an unknown one leaves the bytes as they are. */
export function decodeTransfer(body: Buffer, encoding: string): Buffer {
  const name = encoding.trim().toLowerCase();
  if (name.startsWith("base64")) return Buffer.from(body.toString("latin1"), "base64");
  if (name.startsWith("quoted-printable")) return decodeQuotedPrintable(body);
  return body;
}

function decodeQuotedPrintable(body: Buffer): Buffer {
  const decoded = Buffer.allocUnsafe(body.length);
  let length = 0;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at]!;
    if (byte !== 0x3d) {
      decoded[length++] = byte;
      continue;
    }
    const lineEnd = softBreakEnd(body, at + 1);
    if (lineEnd !== null) {
      at = lineEnd;
      continue;
    }
    const high = hexDigit(body[at + 1]);
    const low = hexDigit(body[at + 2]);
    if (high === null || low === null) decoded[length++] = byte;
    else {
      decoded[length++] = high * 16 + low;
      at += 2;
    }
  }
  return decoded.subarray(0, length);
}

/** The index of the line's last byte if only blanks stand between here and its end. */
function softBreakEnd(body: Buffer, from: number): number | null {
  let at = from;
  while (body[at] === 0x20 || body[at] === 0x09) at += 1;
  if (at >= body.length) return at;
  if (body[at] === 0x0d && body[at + 1] === 0x0a) return at + 1;
  return body[at] === 0x0a ? at : null;
}

function hexDigit(byte: number | undefined): number | null {
  if (byte === undefined) return null;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : null;
}
