import { rowsOf, type Transaction } from "@assay/db";
import { sql } from "drizzle-orm";
import type { Job } from "../../jobs/job.ts";
import { utf16Length } from "../stages/utf16-length.ts";

/** Moves each segment by the words that OCR put into the empty ones before it. */
export async function placeRecognised(tx: Transaction, { tenantId, subjectId }: Job): Promise<void> {
  await rowsOf(
    tx,
    sql`update segments set start_offset = segments.start_offset + moved.by
      from (
        select segment_index, coalesce(sum(case when text_source = 'OCR' then ${utf16Length} else 0 end)
          over (order by segment_index rows between unbounded preceding and 1 preceding), 0)::int as by
        from segments where tenant_id = ${tenantId} and document_id = ${subjectId}) moved
      where segments.tenant_id = ${tenantId} and segments.document_id = ${subjectId}
        and segments.segment_index = moved.segment_index and moved.by > 0`,
  );
}
