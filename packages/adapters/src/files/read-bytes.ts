import type { FileHandle } from "node:fs/promises";

const CHUNK_BYTES = 65_536;

/** Streams a file as it is asked for; the handle is closed at the end, on failure and when the reader leaves early. */
export function readBytes(handle: FileHandle): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = new Uint8Array(CHUNK_BYTES);
        try {
          const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES, null);
          if (bytesRead > 0) return controller.enqueue(chunk.subarray(0, bytesRead));
        } catch (error) {
          await handle.close();
          throw error;
        }
        await handle.close();
        controller.close();
      },
      cancel: () => handle.close(),
    },
    { highWaterMark: 0 },
  );
}
