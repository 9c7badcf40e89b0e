import type { WeakReason } from "@assay/contract";
import type { Requirement } from "@assay/language/requirement";
import { foldWording, type Statement } from "@assay/language/text";
import { coverage } from "../reasons/statement-words.ts";
import { actionsOf, namesAction } from "./action.ts";
import { isOfOtherKind } from "./contrasts.ts";
import { isTurnedRound, leavesCoreOut, leavesRestrictionOut } from "./core-terms.ts";
import { isAttitude, saysSomethingElse } from "./predicate.ts";
import { leavesFigureOut } from "./unstated-figure.ts";

/** Of the requirement's terms, the share from which on a citation takes up its matter, and is held to its words. */
const SHARE = { otherKind: 0.15, core: 0.3, action: 0.45 };
/** Records and settings name what was done in words of their own. */
const IS_RECORD = /[:=|]/;

interface Proof {
  readonly cited: readonly Statement[];
  readonly statements: readonly Statement[];
  readonly asked: Requirement;
  readonly alongside: readonly string[];
}

/**
 * What a sentence that proves something has, and a citation has not: the figure that is asked for, the act, its
 * subject, its kind. A far paraphrase passes: only who speaks of the requirement's matter is held to its words.
 */
export function lacksProof({ cited, statements, asked, alongside }: Proof): WeakReason | undefined {
  const text = [...around(cited, statements), ...alongside].join("\n");
  if (leavesFigureOut(text, asked)) return "FIGURE";
  const share = Math.max(...cited.map((each) => coverage(each, asked)));
  if (
    share >= SHARE.action &&
    !IS_RECORD.test(text) &&
    !isTurnedRound(text) &&
    !namesAction(text, actionsOf(asked), asked)
  )
    return "UNRELATED";
  if (share >= SHARE.otherKind && isOfOtherKind(foldWording(text), asked)) return "UNRELATED";
  if (cited.length === 1 && alongside.length === 0) {
    const sentence = cited[0]!.text;
    if (share >= SHARE.core && leavesCoreOut(sentence, asked)) return "UNRELATED";
    if (share >= SHARE.core && leavesRestrictionOut(sentence, asked)) return "UNRELATED";
    if (isAttitude(sentence, asked)) return "UNRELATED";
  }
  return cited.every(({ text: each }) => saysSomethingElse(each, asked)) ? "UNRELATED" : undefined;
}

/** What is cited, its headings, and the sentence before and after. */
function around(cited: readonly Statement[], statements: readonly Statement[]): Set<string> {
  const [first, last] = [statements.indexOf(cited[0]!), statements.indexOf(cited.at(-1)!)];
  const near = statements.slice(Math.max(0, first - 1), last + 2);
  return new Set([...cited.flatMap(({ headings }) => headings), ...near.map(({ text }) => text)]);
}
