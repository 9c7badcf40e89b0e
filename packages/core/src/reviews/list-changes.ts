import type { Citation, FixedException, Period, ReviewChange, ReviewChanges } from "@assay/contract";
import type { CitedDocument } from "./digest-review.ts";
import type { ComparedVerdict } from "./reviewed-facts.ts";

export type Change = ReviewChanges["changes"][number];

const SHORT_HASH_LENGTH = 8;

/**
 * Returns what differs between two verdicts of a requirement, in words that people know. Where their digests differ and
 * nothing of this does, OTHER: a passage or guidance that was read and not cited.
 */
export function listChanges(before: ComparedVerdict, after: ComparedVerdict): Change[] {
  if (before.reviewDigest !== null && before.reviewDigest === after.reviewDigest) return [];
  const changes = [
    ...pinChanges(before, after),
    ...changed("PERIOD", periodText(before.period), periodText(after.period)),
    ...documentChanges(before, after),
    ...quoteChanges(before, after),
    ...changed("STATUS", before.status, after.status),
    ...changed("FLAGS", listText(before.flags), listText(after.flags)),
    ...exceptionChanges(before.exceptions, after.exceptions),
  ];
  return changes.length > 0 ? changes : [{ change: "OTHER", before: null, after: null }];
}

function changed(change: ReviewChange, before: string | null, after: string | null): Change[] {
  return before === after ? [] : [{ change, before, after }];
}

function pinChanges(before: ComparedVerdict, after: ComparedVerdict): Change[] {
  const criteria = ({ criteriaVersion }: ComparedVerdict) => `Criteria version ${criteriaVersion}`;
  const [earlier, later] = [before.pins, after.pins];
  return [
    ...(earlier.criteria === later.criteria ? [] : [pinChange(criteria(before), criteria(after))]),
    ...(earlier.corpus === later.corpus ? [] : [pinChange(`Guidance ${earlier.corpus}`, `Guidance ${later.corpus}`)]),
    ...(earlier.retrieval === later.retrieval
      ? []
      : [pinChange(`Engine version ${earlier.retrieval}`, `Engine version ${later.retrieval}`)]),
  ];
}

const pinChange = (before: string, after: string): Change => ({ change: "PINS", before, after });

/** Documents with the same bytes, or else the same name, are the same one. */
function documentChanges(before: ComparedVerdict, after: ComparedVerdict): Change[] {
  const left = [...after.documents];
  const take = (isIt: (document: CitedDocument) => boolean) => {
    const at = left.findIndex(isIt);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  };
  const sameBytes = before.documents.map((each) => take(({ sha256Hash }) => sha256Hash === each.sha256Hash));
  const pairs = before.documents.map(
    (each, at) => [each, sameBytes[at] ?? take((other) => isNamedLike(other, each))] as const,
  );
  return [
    ...pairs.flatMap(([earlier, later]) => {
      if (!later) return [documentChange(nameOf(earlier), null)];
      const text = isCited(earlier, before) && isCited(later, after) ? documentText : nameOf;
      return changed("DOCUMENT", text(earlier), text(later));
    }),
    ...left.map((later) => documentChange(null, nameOf(later))),
  ];
}

const documentChange = (before: string | null, after: string | null): Change => ({ change: "DOCUMENT", before, after });

function isNamedLike(a: CitedDocument, b: CitedDocument): boolean {
  return a.documentId === b.documentId || a.originalFilename === b.originalFilename;
}

function isCited({ documentId }: CitedDocument, { citations }: ComparedVerdict): boolean {
  return citations.some((citation) => citation.documentId === documentId);
}

function nameOf({ originalFilename, sha256Hash }: CitedDocument): string {
  return `${originalFilename} (${sha256Hash.slice(0, SHORT_HASH_LENGTH)})`;
}

/** With what is said of it: that is part of what was agreed to. */
function documentText(document: CitedDocument): string {
  const { evidenceKind, effectiveDate, expiresAt, state } = document;
  const facts = [
    evidenceKind,
    effectiveDate && `effective ${effectiveDate}`,
    expiresAt && `expires ${expiresAt}`,
    state,
  ];
  return [nameOf(document), ...facts.filter(Boolean)].join(", ");
}

function quoteChanges(before: ComparedVerdict, after: ComparedVerdict): Change[] {
  const lacks = (citations: readonly Citation[]) => {
    const texts = new Set(citations.map(({ text }) => text));
    return ({ text }: Citation) => !texts.has(text);
  };
  const gone = before.citations.filter(lacks(after.citations));
  const added = after.citations.filter(lacks(before.citations));
  return Array.from({ length: Math.max(gone.length, added.length) }, (_, at) => ({
    change: "QUOTE",
    before: gone[at]?.text ?? null,
    after: added[at]?.text ?? null,
  }));
}

function exceptionChanges(before: readonly FixedException[], after: readonly FixedException[]): Change[] {
  const ids = new Set([...before, ...after].map(({ id }) => id));
  const textIn = (exceptions: readonly FixedException[], wanted: string) => {
    const exception = exceptions.find(({ id }) => id === wanted);
    return exception ? `${exception.kind} until ${exception.validUntil}` : null;
  };
  return [...ids].flatMap((id) => changed("EXCEPTION", textIn(before, id), textIn(after, id)));
}

function periodText(period: Period | null): string | null {
  return period && `${period.from} to ${period.to}`;
}

function listText(values: readonly string[]): string | null {
  return values.length === 0 ? null : values.toSorted().join(", ");
}
