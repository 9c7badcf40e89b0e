import type { Citation, RunDocument } from "../../generated/types.ts";
import type { Connection } from "../access/connect.ts";
import type { Regression } from "./find-regressions.ts";
import type { Side } from "./load-side.ts";

const SEARCH_WORDS_MAX = 400;
const SEARCH_LIMIT = 50;

/** Quotes under verdicts of the base run whose words nothing has any more that the later run judged. */
export async function findGoneQuotes(
  connection: Connection,
  base: Side,
  now: Side,
  signal: AbortSignal,
): Promise<Regression[]> {
  const isHeld = toHolder(connection, base, now, signal);
  const gone: Regression[] = [];
  for (const [requirementId, { status, citations }] of base.assessments) {
    if ((status !== "COMPLETE" && status !== "PARTIAL") || !now.assessments.has(requirementId)) continue;
    for (const citation of citations)
      if (!(await isHeld(citation)))
        gone.push(describe(requirementId, citation, base.documents.get(citation.documentId)));
  }
  return gone;
}

function describe(subject: string, { text }: Citation, document: RunDocument | undefined): Regression {
  const name = document?.places[0]?.path ?? document?.originalFilename ?? "a deleted document";
  const fix = "put the words back, or let somebody review the verdict without them";
  return { cause: "quote", subject, says: `no document says any more: "${text}" (${name})`, fix };
}

/** Looks in the same document, in what is cited, in documents that the base run had not, and by a search. */
function toHolder({ assay }: Connection, base: Side, now: Side, signal: AbortSignal) {
  const isJudged = (id: string) => now.documents.get(id)?.judged === true;
  const cited = [...now.assessments.values()].flatMap(({ citations }) => citations.map(({ text }) => toWords(text)));
  const added = [...now.documents.values()].filter(
    ({ documentId, judged }) => judged && !base.documents.has(documentId),
  );
  const texts = new Map<string, Promise<string>>();
  const textOf = (id: string) => {
    const text = texts.get(id) ?? readText(id);
    texts.set(id, text);
    return text;
  };
  async function readText(id: string): Promise<string> {
    let text = "";
    let end = 0;
    for await (const { content, startOffset, endOffset } of assay.documents.chunks(id, { signal })) {
      if (endOffset <= end) continue;
      text += startOffset < end ? content.slice(end - startOffset) : ` ${content}`;
      end = endOffset;
    }
    return toWords(text);
  }
  return async ({ documentId, text }: Citation): Promise<boolean> => {
    if (isJudged(documentId)) return true;
    const words = toWords(text);
    if (cited.some((each) => each.includes(words))) return true;
    for (const document of added) if ((await textOf(document.documentId)).includes(words)) return true;
    const q = words.slice(0, SEARCH_WORDS_MAX);
    const { results } = await assay.search(q, { limit: SEARCH_LIMIT, signal });
    const likely = new Set(results.map((each) => each.documentId).filter(isJudged));
    for (const id of likely) if ((await textOf(id)).includes(words)) return true;
    return false;
  };
}

/** Line breaks and the forms of one character are no other words. */
function toWords(text: string): string {
  return text.normalize("NFKC").replace(/\s+/gu, " ").trim();
}
