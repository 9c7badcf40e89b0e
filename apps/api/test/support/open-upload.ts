import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { type Document, documentReply } from "@assay/contract";
import { expect } from "vitest";

const BOUNDARY = "----upload-of-a-test";

export interface OpenUpload {
  /** Waits while the server is behind. */
  write(bytes: Uint8Array): Promise<void>;
  /** Ends the file's part and leaves the form open. */
  endFile(): Promise<void>;
  /** Ends the form. Returns the document that was made. */
  finish(): Promise<Document>;
}

/**
 * An upload that the test feeds by hand, so that no more than a piece of it is in memory. Without `sizeBytes` it goes
 * out in chunks of unknown number.
 */
export function openUpload(
  { url, token, filename }: { url: string; token: string; filename: string },
  sizeBytes?: number,
): OpenUpload {
  const head = Buffer.from(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\n` +
      "Content-Type: application/octet-stream\r\n\r\n",
  );
  const fileEnd = Buffer.from(`\r\n--${BOUNDARY}`);
  const formEnd = Buffer.from("--\r\n");
  const contentLength = sizeBytes === undefined ? undefined : head.length + sizeBytes + fileEnd.length + formEnd.length;
  const outgoing = request(`${url}/api/documents/upload`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${token}`,
      "Content-Type": `multipart/form-data; boundary=${BOUNDARY}`,
      ...(contentLength === undefined ? {} : { "Content-Length": contentLength }),
    },
  });
  const answered = once(outgoing, "response") as Promise<[IncomingMessage]>;
  // A server that is killed breaks the connection; anyone who waits for the answer hears of it.
  answered.catch(() => {});
  const write = async (bytes: Uint8Array) => {
    if (!outgoing.write(bytes)) await once(outgoing, "drain");
  };
  let begun = false;
  return {
    async write(bytes) {
      if (!begun) await write(head);
      begun = true;
      await write(bytes);
    },
    endFile: () => write(fileEnd),
    async finish() {
      await write(fileEnd);
      outgoing.end(formEnd);
      const [response] = await answered;
      const text = Buffer.concat(await response.toArray()).toString();
      expect(response.statusCode, text).toBe(201);
      return documentReply.parse(JSON.parse(text)).document;
    },
  };
}
