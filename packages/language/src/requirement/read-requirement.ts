import { type Figure, findFigures } from "../quantity/find-figures.ts";
import { isSum } from "../quantity/units.ts";
import { foldWording } from "../text/fold-wording.ts";
import { isGeneric, readTerms } from "../text/read-terms.ts";
import { splitClauses } from "../text/split-clauses.ts";

/** A requirement with what is read of it, made once and handed down. */
export interface Requirement {
  readonly title: string;
  readonly folded: string;
  /** Terms that say something about its subject, what it forbids included. */
  readonly terms: ReadonlySet<string>;
  /** Terms of what must be so; the rest of `terms` must not be so. */
  readonly wanted: ReadonlySet<string>;
  readonly forbidden: ReadonlySet<string>;
  readonly figures: readonly Figure[];
  /** It names its population in full ("all users", "each server", or a bare plural). */
  readonly isUniversal: boolean;
}

const FORBIDS =
  /\b(?:not|never|no|nor|neither|none|prohibit\w*|forbid\w*|forbidden|ban(?:s|ned)?|disallow\w*|avoid\w*|refrain\w*)\b/;
const FORBIDS_AFTER =
  /\b(?:prevent\w*|protect\w*\s+(?:\w+\s+){0,4}?(?:from|against)|guard\w*\s+against|without|free\s+(?:of|from)|stop\w*\s+\w+\s+from|detect\w*|rather\s+than|instead\s+of|against)\b(?<rest>.*)$/;
/** Then who has no access is as it should be. */
const RESTRICTS_ACCESS = /\b(?:restrict\w*|limit(?:s|ed) to|only|least privilege|need-to-know|unauthori[sz]ed)\b/;
const RESTRICTS = /\b(?:only|some|selected|specific|critical|privileged|certain|where|applicable)\b/;

/** What the guard holds a citation against. The criterion names the subject where the statement leaves it out. */
export function readRequirement({ title, criterionTitle }: { title: string; criterionTitle: string }): Requirement {
  const folded = foldWording(title);
  const wanted = new Set<string>();
  const forbidden = new Set<string>();
  for (const { text } of splitClauses(folded)) {
    const denied = FORBIDS.test(withoutBounds(text)) ? text : (FORBIDS_AFTER.exec(text)?.groups?.rest ?? "");
    for (const term of contentTerms(denied)) forbidden.add(term);
  }
  const content = contentTerms(folded);
  for (const term of content) if (!forbidden.has(term)) wanted.add(term);
  if (RESTRICTS_ACCESS.test(folded)) for (const term of readTerms("access")) wanted.delete(term);
  if (wanted.size + forbidden.size === 0) for (const term of contentTerms(criterionTitle)) wanted.add(term);
  const terms = new Set([...content, ...wanted, ...forbidden]);
  return {
    title,
    folded,
    terms,
    wanted,
    forbidden,
    figures: findFigures(title).filter(
      (figure) => (figure.kind !== "amount" || figure.value !== 1) && !isOfScope(figure, title),
    ),
    isUniversal: /\b(?:all|every|each|any|everyone|entire|whole)\b/.test(folded) || !RESTRICTS.test(folded),
  };
}

/** "Excavations deeper than 1.25 m are shored": the figure says of which, and not what. Sums are held to it. */
function isOfScope({ kind, unit, start, text }: Figure, title: string): boolean {
  if (kind !== "amount" || isSum(unit)) return false;
  const before = title.slice(0, start);
  const isCompared = COMPARED.test(before) || /^(?:above|over|more than|below|under|from)\b/i.test(text);
  return isCompared && !HAS_VERB.test(before) && HAS_VERB.test(title.slice(start));
}

const COMPARED = /\b\w+er than\s*$|\b(?:above|over|more than|below|under|exceeding|up to|beyond)\s*$/i;
const HAS_VERB = /\b(?:is|are|must|shall|should|will|may|has|have|needs?|requires?|can)\b/i;

/** "Not later than", "no more than": bounds, which forbid nothing. */
export function withoutBounds(folded: string): string {
  return folded.replace(
    /\b(?:not?|never)\s+(?:be\s+)?(?:later|less|more|fewer|longer|shorter|older|lower|smaller|greater|higher|sooner|earlier|exceed\w*|only|limited)\b/g,
    (bound) => " ".repeat(bound.length),
  );
}

function contentTerms(text: string): string[] {
  return readTerms(text).filter((term) => !isGeneric(term));
}
