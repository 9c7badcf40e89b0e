import { documentPages, type Transaction } from "@assay/db";
import { and, sql } from "drizzle-orm";
import type { Job } from "../../jobs/job.ts";
import type { CapturedPicture } from "../dated-facts/find-capture-date.ts";
import { pagesOf } from "./waiting-pages.ts";

/**
 * The images of a document that show a clock, an address bar or who is signed in, by segment. What a scanner or a
 * printer puts on a page of paper is none of these.
 */
export async function listScreenshots(tx: Transaction, job: Job): Promise<Map<number, CapturedPicture>> {
  const rows = await tx
    .select({
      segmentIndex: documentPages.pictureSegment,
      captureFacts: documentPages.captureFacts,
      words: documentPages.words,
    })
    .from(documentPages)
    .where(
      and(
        pagesOf(job),
        sql`jsonb_array_length(${documentPages.captureFacts}) > 0`,
        sql`${documentPages.picture} ->> 'kind' <> 'PAGE'`,
      ),
    );
  return new Map(
    rows.map(({ segmentIndex, captureFacts, words }) => [
      segmentIndex!,
      { captureFacts: captureFacts ?? [], words: words ?? [] },
    ]),
  );
}
