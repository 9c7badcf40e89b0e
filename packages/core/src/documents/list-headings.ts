import type { FileType } from "@assay/contract";
import { documents, segments, type Transaction } from "@assay/db";
import { and, eq, exists, inArray, type SQL, sql } from "drizzle-orm";
import { contains } from "../contains.ts";

/** The formats whose readers tell headings. */
const WITH_HEADINGS: FileType[] = ["docx", "odt", "rtf", "md", "html"];
/** The pieces that begin a text: a first heading comes after a few lines at most. */
const PIECES = 3;
/** Of a piece that may be long. */
const OPENING_LENGTH = 2000;

const outermost = sql<string>`split_part(${segments.location}, ' > ', 1)`;

/** A header or a note is a place with a name too, but that name is no line of the text. */
const isHeading = sql`${segments.segmentIndex} < ${PIECES} and ${segments.kind} = 'TEXT'
  and position(E'\n' || ${outermost} || E'\n' in E'\n' || left(${segments.text}, ${OPENING_LENGTH}) || E'\n') > 0`;

/** The first heading in each of these documents that has one, by their ids. */
export async function listHeadings(
  tx: Transaction,
  tenantId: string,
  rows: readonly { readonly id: string; readonly fileType: FileType }[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(rows.filter(({ fileType }) => WITH_HEADINGS.includes(fileType)).map(({ id }) => id));
  if (ids.size === 0) return new Map();
  const found = await tx
    .selectDistinctOn([segments.documentId], { id: segments.documentId, heading: outermost })
    .from(segments)
    .where(and(eq(segments.tenantId, tenantId), inArray(segments.documentId, [...ids]), isHeading))
    .orderBy(segments.documentId, segments.segmentIndex);
  return new Map(found.map(({ id, heading }) => [id, heading]));
}

/** Whether a document of the tenant begins with a heading that holds this text. */
export function hasHeadingWith(tx: Transaction, tenantId: string, text: string): SQL {
  const beginning = tx
    .select({ one: sql`1` })
    .from(segments)
    .where(
      and(eq(segments.tenantId, tenantId), eq(segments.documentId, documents.id), isHeading, contains(outermost, text)),
    );
  return and(inArray(documents.fileType, WITH_HEADINGS), exists(beginning))!;
}
