import type { DocumentGap, ReadingWarningCode } from "@assay/contract";
import { documents } from "@assay/db";
import { type SQL, sql } from "drizzle-orm";

/** Written out as the index of such documents has it. */
export const hasWarnings = sql`(${documents.status} = 'READY' and ${documents.readingWarnings} is not null and ${documents.readingWarnings} <> '[]'::jsonb)`;

/** Whether a document's reading has one of the warnings. */
function warnsOf(...codes: readonly ReadingWarningCode[]): SQL {
  const each = codes.map((code) => sql`${documents.readingWarnings} @> ${sql.raw(`'[{"code":"${code}"}]'`)}::jsonb`);
  return sql`(${hasWarnings} and (${sql.join(each, sql` or `)}))`;
}

/** Whether something of a document is nothing that a run can judge. */
export const GAPS = {
  NOT_FULLY_READ: warnsOf("PAGES_NOT_READ", "PICTURE_NOT_READ"),
  ENCODING_UNSURE: warnsOf("ENCODING_UNSURE"),
  MEMBERS_SKIPPED: sql`(${documents.membersSkipped} is not null and ${documents.membersSkipped} <> '[]'::jsonb)`,
} as const satisfies Record<DocumentGap, SQL>;
