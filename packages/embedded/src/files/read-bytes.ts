import type { FileHandle } from "node:fs/promises";
import type { ByteRange } from "@assay/core/ports";
import { toStorageError } from "./storage-error.ts";

const CHUNK_BYTES = 65_536;
const WHOLE: ByteRange = { start: 0, end: Number.POSITIVE_INFINITY };

/** Streams a file as it is asked for; the handle is closed at the end, on failure and when the reader leaves early. */
export function readBytes(handle: FileHandle, { start, end }: ByteRange = WHOLE): ReadableStream<Uint8Array> {
  let position = start;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = new Uint8Array(Math.min(CHUNK_BYTES, end - position));
        try {
          const { bytesRead } = await handle.read(chunk, 0, chunk.length, position);
          position += bytesRead;
          if (bytesRead > 0) return controller.enqueue(chunk.subarray(0, bytesRead));
        } catch (error) {
          await handle.close();
          throw toStorageError(error);
        }
        await handle.close();
        controller.close();
      },
      cancel: () => handle.close(),
    },
    { highWaterMark: 0 },
  );
}
