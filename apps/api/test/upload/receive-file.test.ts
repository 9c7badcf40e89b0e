import { expect, test } from "vitest";
import { createLogger } from "../../src/logger.ts";
import type { ApiServices } from "../../src/services.ts";
import { measureFile } from "../../src/upload/measure-file.ts";
import { receiveStored } from "../../src/upload/receive-file.ts";

test("a refusal that cannot be noted stays the refusal, and the log says so", async () => {
  const log: string[] = [];
  const services = {
    files: {
      put: (_key: string, body: ReadableStream<Uint8Array>, limits: { limitBytes: number }) =>
        measureFile(body, limits),
    },
    settings: { maxUploadBytes: 1_000, archive: { filesMax: 1, bytesMax: 1 } },
    dispatcher: { dispatch: async () => {} },
    logger: createLogger((line) => log.push(line)),
  } as unknown as ApiServices;
  const bytes = Buffer.from(`MZ${"\0".repeat(10)}`);
  const file = { filename: "tool.pdf", body: new Blob([bytes]).stream(), sizeBytes: bytes.length };
  const received = receiveStored(services, file, { key: "file", abandon: async () => [] }, () =>
    Promise.reject(new Error("The database is gone")),
  );
  await expect(received).rejects.toMatchObject({ code: "UNSUPPORTED_FILE_TYPE" });
  expect(log.map((line) => JSON.parse(line).event)).toEqual(["upload.refusal_not_kept"]);
});
