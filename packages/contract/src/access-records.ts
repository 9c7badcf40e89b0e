import { z } from "zod";
import { nextCursor, pageQuery } from "./paging.ts";
import { id, timestamp } from "./primitives.ts";

/** What is recorded when it is read: stored files, and what is made of a run to be kept elsewhere. */
export const ACCESS_KINDS = ["ORIGINAL", "SNAPSHOT", "EXPORT", "REPORT", "REPLAY", "PACKAGE"] as const;
export type AccessKind = (typeof ACCESS_KINDS)[number];
export const accessKind = z.enum(ACCESS_KINDS).meta({ "x-open": true });

export const accessRecord = z
  .strictObject({
    id,
    createdAt: timestamp.describe("When it was read first within these ten minutes."),
    actor: z.string().describe("A user's id, `api-key:<id>` or `link:<id>`."),
    kind: accessKind,
    objectId: id.describe("The document of an ORIGINAL, the export of an EXPORT, otherwise the run."),
    runId: id.nullable().describe("Of an ORIGINAL: the run of the link that read it."),
  })
  .describe(
    "Who read a stored file, snapshot, export, report or package: one record for each reader and object in ten minutes.",
  );
export type AccessRecord = z.infer<typeof accessRecord>;

const filterText = z.string().min(1).max(200);
const moment = z.iso.datetime({ offset: true, error: "must be a time such as 2026-01-31T00:00:00Z" });

const accessFilters = {
  kind: z.enum(ACCESS_KINDS).optional(),
  actor: filterText.optional(),
  documentId: filterText.optional(),
  runId: filterText.optional(),
  from: moment.optional().describe("Inclusive."),
  to: moment.optional().describe("Exclusive."),
};

export const accessRecordListQuery = pageQuery.extend(accessFilters);
export type AccessRecordListQuery = z.infer<typeof accessRecordListQuery>;

export const ACCESS_EXPORT_FORMATS = ["csv", "ndjson"] as const;
export const accessRecordExportQuery = z.strictObject({ format: z.enum(ACCESS_EXPORT_FORMATS), ...accessFilters });
export type AccessFilter = Omit<z.infer<typeof accessRecordExportQuery>, "format">;

export const accessRecordListReply = z.strictObject({
  accessRecords: z.array(accessRecord),
  names: z
    .record(z.string(), z.string())
    .describe(
      "The e-mail by a user's id, the name by `api-key:<id>` and `link:<id>`, the file name by a document's id.",
    ),
  nextCursor,
});
