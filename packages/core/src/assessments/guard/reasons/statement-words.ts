import type { Requirement } from "@assay/language/requirement";
import { type Clause, clauseAt, isGeneric, ReadText, readTerms, type Statement } from "@assay/language/text";

/** A statement that a citation rests on, made ready for the rules. */
export interface StatementWords {
  readonly statement: Statement;
  readonly folded: string;
  readonly clauses: readonly Clause[];
  /** It only continues about the statement before it ("However, servers are not"). */
  readonly isAdjacent: boolean;
}

/** One rule of the guard: whether a statement is weak in its way. `on` is the ISO date of the run, `cited` all that is cited. */
export type WeakRule = (
  words: StatementWords,
  requirement: Requirement,
  context: { readonly on: string; readonly documentTitle: string; readonly cited: ReadText },
) => boolean;

export function readStatement(statement: Statement, isAdjacent = false): StatementWords {
  return { statement, folded: statement.folded, clauses: statement.clauses, isAdjacent };
}

/** A clause that continues with the subject of the one before it. */
const HAS_NO_SUBJECT =
  /^(?:which |who |that |and |but |or |yet |though |although )?(?:is|are|was|were|has|have|had|does|do|did|will|can|must|it|they|this|these|that|such|being|not)\b/;
const TIME_TERMS: ReadonlySet<string> = new Set(
  readTerms("year month week day quarter hour time date last next early late end recent current first second"),
);

/**
 * Whether what is said at an offset of the sentence is said about the requirement: its clause has words of the
 * requirement, or no other clause has more, or it has next to no subject of its own.
 */
export function concerns(words: StatementWords, offset: number, requirement: Requirement): boolean {
  const clause = clauseAt(words.clauses, offset);
  const own = countTerms(clause.text, requirement);
  if (own.shared > 0 || HAS_NO_SUBJECT.test(clause.text)) return true;
  const others = words.clauses
    .filter((other) => other !== clause)
    .map(({ text }) => countTerms(text, requirement).shared);
  return Math.max(0, ...others) === 0 || own.foreign <= 2;
}

function countTerms(text: string, { terms }: Requirement): { shared: number; foreign: number } {
  const said = [...new Set(readTerms(text))].filter((term) => !isGeneric(term) && !TIME_TERMS.has(term));
  const shared = said.filter((term) => terms.has(term)).length;
  return { shared, foreign: said.length - shared };
}

/** Of what the requirement says, the share that a text says too. */
export function coverage({ terms: said }: Pick<ReadText, "terms">, { terms }: Requirement): number {
  return terms.size === 0 ? 0 : [...terms].filter((term) => said.has(term)).length / terms.size;
}

export function coverageOfText(text: string, requirement: Requirement): number {
  return coverage(new ReadText({ text }), requirement);
}
