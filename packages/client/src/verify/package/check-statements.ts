import { canonicalJson, sha256Hex } from "../canonical-json.ts";
import { PackageFault } from "./findings.ts";
import { hasLeftOut, type OpenedPackage, placeKey } from "./opened-package.ts";
import { parseCanonical, toText } from "./package-files.ts";
import { ENVELOPE, requireShape, STATEMENT } from "./shapes.ts";
import { checkSignature, decodeBase64 } from "./signature-check.ts";

interface Envelope {
  readonly payloadType: string;
  readonly payload: string;
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
}

interface Statement {
  readonly _type?: unknown;
  readonly predicateType?: unknown;
  readonly subject: readonly { readonly digest: unknown }[];
  readonly predicate: Readonly<Record<string, unknown>> & { readonly scores: readonly unknown[] };
}

type Verdict = OpenedPackage["snapshot"]["assessments"][number];

const PAYLOAD_TYPE = "application/vnd.in-toto+json";
const STATEMENT_TYPE = "https://in-toto.io/Statement/v1";
const VERDICT_TYPE = "https://assay.example/verdict/v1";

/** One signed statement for each verdict, in their order, which says what the snapshot says. */
export async function checkStatements(opened: OpenedPackage): Promise<void> {
  const { files, findings, snapshot } = opened;
  const { assessments, citationDigests, configuration } = snapshot;
  const mayLackReview = hasLeftOut(opened, "statements", "review");
  const known = {
    configuration: await sha256Hex(canonicalJson(configuration)),
    digests: new Map(citationDigests.map(({ requirementId, sha256 }) => [requirementId, sha256])),
    documents: new Map(snapshot.documents.map(({ id, sha256Hash }) => [id, sha256Hash])),
  };
  let count = 0;
  for await (const record of files.records("statements.jsonl")) {
    const verdict = assessments[count];
    if (!verdict) throw new PackageFault("there are more statements than verdicts");
    count += 1;
    const name = `the statement on ${verdict.requirementId}`;
    const said = await openEnvelope(opened, requireShape<Envelope>(record, ENVELOPE, "a statement"), name);
    const meant = meantBy(opened, verdict, known);
    if (mayLackReview && said.predicate.review === null) meant.predicate.review = null;
    const differing = findDifferences(said, meant);
    if (differing.length > 0)
      findings.fail("statements", `${name} says otherwise than the snapshot: ${differing.join(", ")}`);
  }
  if (count !== assessments.length) throw new PackageFault("there are fewer statements than verdicts");
}

/** Checks the signature over the DSSE pre-authentication encoding; returns what was signed. */
async function openEnvelope({ findings, keys }: OpenedPackage, envelope: Envelope, name: string): Promise<Statement> {
  const payload = decodeBase64(envelope.payload, "base64");
  const [signature, ...others] = envelope.signatures;
  if (envelope.payloadType !== PAYLOAD_TYPE || !payload || !signature || others.length > 0)
    throw new PackageFault(`${name} is no envelope with one signature`);
  const head = new TextEncoder().encode(`DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${payload.length} `);
  const message = new Uint8Array([...head, ...payload]);
  await checkSignature(findings, keys, {
    check: "statements",
    what: name,
    keyId: signature.keyid,
    signature: decodeBase64(signature.sig, "base64"),
    message,
  });
  return requireShape<Statement>(parseCanonical(toText(payload, name), name), STATEMENT, "a statement");
}

interface Known {
  readonly configuration: string;
  readonly digests: ReadonlyMap<string, readonly string[]>;
  readonly documents: ReadonlyMap<string, string>;
}

interface Meant {
  readonly predicate: Record<string, unknown>;
  readonly subject: readonly string[];
  /** Of each citation, those that may stand for it. */
  readonly scores: readonly (readonly unknown[])[];
}

function meantBy(opened: OpenedPackage, verdict: Verdict, known: Known): Meant {
  const { requirementId, status, confidence, flags = [] } = verdict;
  const citations = verdict.citations.map(({ documentId }, index) => {
    const documentSha256 = known.documents.get(documentId);
    if (documentSha256 === undefined) throw new PackageFault(`a document that ${requirementId} cites is not known`);
    const { start, end } = opened.places.get(placeKey(requirementId, index)) ?? { start: null, end: null };
    return { documentSha256, start, end, textSha256: known.digests.get(requirementId)?.[index] };
  });
  const review = opened.newestReviews.get(requirementId);
  return {
    predicate: {
      ...{ runId: opened.snapshot.run.id, requirementId, status, judged: !flags.includes("NOT_JUDGED"), confidence },
      citations,
      configurationSha256: known.configuration,
      review: review
        ? { decision: review.decision, status: review.status, reviewerId: review.reviewerId, at: review.createdAt }
        : null,
    },
    subject: [opened.snapshotHash, ...new Set(citations.map(({ documentSha256 }) => documentSha256))],
    scores: verdict.citations.map((_, index) => findScores(verdict, index)),
  };
}

/** Of the pairs that were checked, those that support it most; null where none was. */
function findScores({ citationNotes = [] }: Verdict, index: number): readonly unknown[] {
  const scored = citationNotes
    .filter((note) => note.index === index)
    .flatMap(({ meaning = [] }) => meaning)
    .flatMap(({ scores }) => scores ?? []);
  const most = Math.max(...scored.map(({ supports }) => supports));
  const best = scored.filter(({ supports }) => supports === most);
  return best.length === 0
    ? [null]
    : best.map(({ supports, partly, contradicts, unrelated }) => [supports, partly, contradicts, unrelated]);
}

function findDifferences({ predicate, subject, ...said }: Statement, meant: Meant): string[] {
  const { scores, ...rest } = predicate;
  const names = new Set([...Object.keys(rest), ...Object.keys(meant.predicate)]);
  const isEqual = (one: unknown, other: unknown) =>
    one !== undefined && other !== undefined && canonicalJson(one) === canonicalJson(other);
  const given = new Map(Object.entries(rest));
  const wanted = new Map(Object.entries(meant.predicate));
  const areScores =
    scores.length === meant.scores.length &&
    meant.scores.every((allowed, at) => allowed.some((each) => isEqual(each, scores[at])));
  return [
    ...[...names].filter((name) => !isEqual(given.get(name), wanted.get(name))),
    ...(said._type === STATEMENT_TYPE && said.predicateType === VERDICT_TYPE ? [] : ["type"]),
    ...(isEqual(
      subject.map(({ digest }) => digest),
      meant.subject.map((sha256) => ({ sha256 })),
    )
      ? []
      : ["subject"]),
    ...(areScores ? [] : ["scores"]),
  ];
}
