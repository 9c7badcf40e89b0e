import type { HttpRequest } from "./http.ts";
import type { FileSource, UploadProgress } from "./upload-file.ts";

/** Returns a multipart form that is read while it is sent, so that a file of any size needs little memory. */
export function streamForm(
  fields: readonly [string, string][],
  file: Blob | FileSource | ReadableStream<Uint8Array>,
  name: string,
  onProgress?: (progress: UploadProgress) => void,
): Pick<HttpRequest, "body" | "headers" | "repeatable"> {
  const boundary = `assay-${crypto.getRandomValues(new Uint32Array(4)).join("-")}`;
  const part = (header: string) => `--${boundary}\r\nContent-Disposition: form-data; ${header}\r\n`;
  const encoder = new TextEncoder();
  const head = encoder.encode(
    `${fields.map(([field, value]) => `${part(`name="${field}"`)}\r\n${value}\r\n`).join("")}${part(
      `name="file"; filename="${escapeName(name)}"`,
    )}Content-Type: application/octet-stream\r\n\r\n`,
  );
  const tail = encoder.encode(`\r\n--${boundary}--\r\n`);
  const isStream = file instanceof ReadableStream;
  const totalBytes = isStream ? 0 : file.size;

  async function* content() {
    let sentBytes = 0;
    yield head;
    for await (const chunk of isStream ? file : (file.stream() as ReadableStream<Uint8Array>)) {
      yield chunk;
      sentBytes += chunk.byteLength;
      onProgress?.({ sentBytes, totalBytes });
    }
    yield tail;
  }

  return {
    body: () => toStream(content()),
    headers: {
      "Content-Type": `multipart/form-data; boundary=${boundary}`,
      "Content-Length": isStream ? undefined : String(head.length + totalBytes + tail.length),
    },
    ...(isStream && { repeatable: false }),
  };
}

/** As browsers write a name into a form. */
const escapeName = (name: string) => name.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

/** `ReadableStream.from` is not everywhere. */
function toStream(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value as Uint8Array<ArrayBuffer>);
    },
    cancel: () => chunks.return(undefined).then(() => {}),
  });
}
