import type { Assessment, EntailmentScores } from "@assay/contract";
import { isNotJudged } from "../../assessments/not-judged.ts";

const VERDICT_PREDICATE_TYPE = "https://assay.example/verdict/v1";
const STATEMENT_TYPE = "https://in-toto.io/Statement/v1";

/** Of the JSON string of a subject's name, without its quotes, so that a statement keeps its size. */
const NAME_BYTES_MAX = 48;

interface CitedDocument {
  readonly originalFilename: string;
  readonly sha256Hash: string;
}

/** UTF-16 offsets in the document's text. */
export interface QuotePlace {
  readonly start: number;
  readonly end: number;
}

interface StatedReview {
  readonly decision: string;
  readonly status: string | null;
  readonly reviewerId: string;
  readonly at: string;
}

export interface StatedVerdict {
  readonly runId: string;
  readonly snapshotHash: string;
  /** SHA-256 of the canonical form of the snapshot's configuration. */
  readonly configurationSha256: string;
  readonly assessment: Assessment;
  /** SHA-256 of each citation's text, in their order. */
  readonly citationDigests: readonly string[];
  /** Of each citation; null where its passage is no longer there. */
  readonly places: readonly (QuotePlace | null)[];
  documentOf(documentId: string): CitedDocument;
  readonly review: StatedReview | null;
}

/** What is said of one verdict: an in-toto Statement v1 about the snapshot and the originals that it cites. */
export function verdictStatement({ assessment, documentOf, ...stated }: StatedVerdict) {
  const { requirementId, status, confidence, citations, citationNotes = [], flags = [] } = assessment;
  const cited = citations.map(({ documentId }) => documentOf(documentId));
  const subjects = new Map(cited.map((document) => [document.sha256Hash, document]));
  return {
    _type: STATEMENT_TYPE,
    subject: [
      { name: "snapshot.json", digest: { sha256: stated.snapshotHash } },
      ...Array.from(subjects.values(), ({ originalFilename, sha256Hash }) => ({
        name: cutName(originalFilename),
        digest: { sha256: sha256Hash },
      })),
    ],
    predicateType: VERDICT_PREDICATE_TYPE,
    predicate: {
      runId: stated.runId,
      requirementId,
      status,
      judged: !isNotJudged({ flags }),
      confidence,
      citations: cited.map(({ sha256Hash }, at) => ({
        documentSha256: sha256Hash,
        start: stated.places[at]?.start ?? null,
        end: stated.places[at]?.end ?? null,
        textSha256: stated.citationDigests[at]!,
      })),
      scores: citations.map((_, at) => bestScores(citationNotes.find(({ index }) => index === at)?.meaning)),
      configurationSha256: stated.configurationSha256,
      review: stated.review,
    },
  };
}

type Checked = NonNullable<NonNullable<Assessment["citationNotes"]>[number]["meaning"]>;

/** Of the part that the quote proves best: supports, partly, contradicts, unrelated. */
function bestScores(checked: Checked = []): [number, number, number, number] | null {
  const best = checked
    .map(({ scores }) => scores)
    .filter((scores): scores is EntailmentScores => scores !== null)
    .reduce<EntailmentScores | null>(
      (high, scores) => (high && high.supports >= scores.supports ? high : scores),
      null,
    );
  return best && [best.supports, best.partly, best.contradicts, best.unrelated];
}

function cutName(name: string): string {
  const encoder = new TextEncoder();
  let [kept, bytes] = ["", 0];
  for (const character of name) {
    bytes += encoder.encode(JSON.stringify(character)).length - 2;
    if (bytes > NAME_BYTES_MAX) break;
    kept += character;
  }
  return kept;
}
