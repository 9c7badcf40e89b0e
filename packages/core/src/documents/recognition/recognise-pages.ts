import { openOcrEngine } from "../../egress/open-parts.ts";
import { senderOfDocument } from "../../jobs/sender-of.ts";
import { type Attempt, nothingLeft, type Outcome } from "../../jobs/stage.ts";
import { findOcrLanguages } from "../../tenancy/ocr-languages.ts";
import { inTenant } from "../../tenancy/transact.ts";
import { findDocumentRow } from "../get-document.ts";
import type { DocumentServices } from "../stages/open-document.ts";
import { openStored } from "../stages/open-stored.ts";
import type { DocumentRow } from "../to-document.ts";
import { isRecognised } from "./count-recognition.ts";
import { endRecognition } from "./end-recognition.ts";
import { giveUp } from "./give-up.ts";
import { readPictures } from "./read-pictures.ts";
import { countPictures, listWaiting, type WaitingPage } from "./waiting-pages.ts";

/**
 * Reads the words of a document's images, page by page; progress is the pages that still wait, so an attempt may be
 * repeated at will. With the last one the document is EXTRACTED, by the text that all of its pages have.
 */
export async function recognisePages(services: DocumentServices, attempt: Attempt): Promise<Outcome> {
  const begun = await begin(attempt);
  if (!begun) return nothingLeft;
  const { document, waiting, languages, read, characters } = begun;
  const { ocrEngine } = services;
  const { recognition } = services.settings;
  if (!ocrEngine || waiting.length === 0) return finish(attempt, document);
  if (read >= recognition.pagesMax)
    return finish(attempt, document, `OCR reads at most ${recognition.pagesMax} pages of a document`);
  if (document.ocrMs >= recognition.documentMs)
    return finish(attempt, document, `OCR reads a document for at most ${hours(recognition.documentMs)}`);
  const pages = waiting.slice(0, recognition.pagesMax - read);
  const file = await openStored(services, document);
  await attempt.ask("recogniser", () =>
    readPictures(
      { ocrEngine: openOcrEngine(senderOfDocument(attempt), ocrEngine), settings: services.settings },
      attempt,
      {
        file,
        pages,
        languages,
        characters,
      },
    ),
  );
  return { state: "more", write: async () => [] };
}

interface Begun {
  readonly document: DocumentRow;
  readonly waiting: readonly WaitingPage[];
  /** That the tenant looks for. */
  readonly languages: readonly string[];
  /** Images that were read or given up before. */
  readonly read: number;
  /** Of the document's text so far. */
  readonly characters: number;
}

/** Undefined when the document was deleted meanwhile, or is past this stage. */
function begin({ db, job }: Attempt): Promise<Begun | undefined> {
  return inTenant({ db, tenantId: job.tenantId }, async (tx) => {
    const document = await findDocumentRow(tx, job.tenantId, job.subjectId);
    if (!document || !isRecognised(document)) return undefined;
    const waiting = await listWaiting(tx, job);
    const languages = await findOcrLanguages(tx, job.tenantId);
    return { document, waiting, languages, ...(await countPictures(tx, job)) };
  });
}

function finish({ job }: Attempt, document: DocumentRow, reason?: string): Outcome {
  return {
    state: "done",
    async write(tx) {
      if (reason !== undefined) await giveUp(tx, job, reason);
      return endRecognition(tx, job, document);
    },
  };
}

function hours(ms: number): string {
  const count = ms / 3_600_000;
  return count === 1 ? "1 hour" : `${count} hours`;
}
