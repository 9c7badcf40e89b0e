import { expect, test } from "vitest";
import { readForm } from "../../src/upload/read-form.ts";

const BOUNDARY = "----form";
const FORM = Buffer.from(
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="category"\r\n\r\nPolicy\r\n` +
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n` +
    `Near the delimiter: \r\n--${BOUNDARY.slice(0, -1)}\r\n-\r--${BOUNDARY}\r\n\r\n--${BOUNDARY}--\r\n`,
);
const CONTENT = `Near the delimiter: \r\n--${BOUNDARY.slice(0, -1)}\r\n-\r--${BOUNDARY}\r\n`;

function readPieces(pieces: readonly Uint8Array[]) {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new Uint8Array(piece));
      controller.close();
    },
  });
  const type = `multipart/form-data; boundary=${BOUNDARY}`;
  return readForm(body.getReader(), type, async (part) => new Response(part.body).text());
}

test("a form is the same wherever the network cuts it in two", async () => {
  for (let at = 0; at <= FORM.length; at++)
    expect(await readPieces([FORM.subarray(0, at), FORM.subarray(at)]), `cut at ${at}`).toEqual({
      file: CONTENT,
      fields: { category: "Policy" },
    });
});

test("a form is the same in pieces of any size", async () => {
  for (let size = 1; size <= 80; size++) {
    const count = Math.ceil(FORM.length / size);
    const pieces = Array.from({ length: count }, (_, at) => FORM.subarray(at * size, (at + 1) * size));
    expect(await readPieces(pieces), `pieces of ${size}`).toEqual({ file: CONTENT, fields: { category: "Policy" } });
  }
});

test("a form that ends early is refused, wherever it ends", async () => {
  // From the end of the closing delimiter on, nothing is missing.
  for (let end = 1; end <= FORM.length - 3; end++)
    await expect(readPieces([FORM.subarray(0, end)]), `ends at ${end}`).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
});
