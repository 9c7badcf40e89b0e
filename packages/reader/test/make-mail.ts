import { Buffer } from "node:buffer";

const HEADERS =
  "From: Ann <ann@example.com>\r\nTo: bob@example.com\r\nSubject: =?utf-8?q?Pr=C3=BCfung?=\r\n" +
  "Date: Mon, 2 Mar 2026 10:00:00 +0100\r\nMIME-Version: 1.0\r\n";
let boundaries = 0;

/** A part: its headers, a blank line and its body. */
export function part(headers: Record<string, string>, body: string | Uint8Array = ""): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${lines.join("")}\r\n${Buffer.from(body as string).toString("latin1")}`;
}

export const text = (body: string) => part({ "Content-Type": "text/plain; charset=utf-8" }, body);
export const html = (body: string) => part({ "Content-Type": "text/html; charset=utf-8" }, body);

export function multipart(subtype: string, ...parts: string[]): string {
  const boundary = `=_${boundaries++}`;
  const body = parts.map((inner) => `--${boundary}\r\n${inner}\r\n`).join("");
  return part({ "Content-Type": `multipart/${subtype}; boundary="${boundary}"` }, latin1(`${body}--${boundary}--\r\n`));
}

export function attachment(name: string, content: Uint8Array | string, more: Record<string, string> = {}): string {
  return part(
    {
      "Content-Type": "application/octet-stream",
      "Content-Disposition": `attachment; filename="${name}"`,
      "Content-Transfer-Encoding": "base64",
      ...more,
    },
    Buffer.from(content as string)
      .toString("base64")
      .replace(/(.{76})/g, "$1\r\n"),
  );
}

/** The bytes of a message whose content is this part. */
export function message(content: string, headers = HEADERS): Uint8Array {
  return latin1(headers + content);
}

export function latin1(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, "latin1"));
}
