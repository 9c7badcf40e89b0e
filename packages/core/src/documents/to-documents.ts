import type { Document } from "@assay/contract";
import type { Transaction } from "@assay/db";
import { listHeadings } from "./list-headings.ts";
import { listKeptWaiting } from "./list-kept-waiting.ts";
import { listPlaces } from "./places/list-places.ts";
import { countRecognition } from "./recognition/count-recognition.ts";
import { type DocumentRow, toDocument } from "./to-document.ts";

/** The documents of these rows, in their order, with what other tables say of them. */
export async function toDocuments(
  tx: Transaction,
  tenantId: string,
  rows: readonly DocumentRow[],
): Promise<Document[]> {
  const recognition = await countRecognition(tx, tenantId, rows);
  const headings = await listHeadings(tx, tenantId, rows);
  const waiting = await listKeptWaiting(tx, tenantId, rows);
  const places = await listPlaces(
    tx,
    tenantId,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, ...row }) =>
    toDocument(
      { id, ...row },
      {
        recognition: recognition.get(id) ?? null,
        waiting: waiting.get(id) ?? null,
        heading: headings.get(id) ?? null,
        places: places.get(id) ?? [],
      },
    ),
  );
}
