import type { StoredFile } from "@assay/core/ports";
import { z } from "zod";
import type { BucketObjects } from "./bucket-objects.ts";
import type { Unavailable } from "./unavailable.ts";

const fileRecord = z.object({
  /** The name, next to the record, of the object that holds the bytes. */
  bytes: z.uuid(),
  sizeBytes: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type FileRecord = z.infer<typeof fileRecord>;

const recordName = (folder: string) => `${folder}/record.json`;

export async function readRecord(
  objects: BucketObjects,
  folder: string,
  unavailable: Unavailable,
): Promise<FileRecord | null> {
  const body = await objects.open(recordName(folder));
  if (!body) return null;
  const record = fileRecord.safeParse(await readJson(body));
  if (record.success) return record.data;
  throw unavailable("the record of a stored file has an unexpected form");
}

async function readJson(body: ReadableStream<Uint8Array>): Promise<unknown> {
  const text = await new Response(body).text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns whether the folder had no record yet and has this one now. */
export function publishRecord(objects: BucketObjects, folder: string, record: FileRecord): Promise<boolean> {
  const options = { contentType: "application/json", cacheSeconds: 0 };
  return objects.create(recordName(folder), JSON.stringify(record), options);
}

export const sameContent = (one: StoredFile, other: StoredFile | null): boolean =>
  one.sizeBytes === other?.sizeBytes && one.sha256 === other.sha256;
