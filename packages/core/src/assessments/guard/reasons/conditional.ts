import type { WeakRule } from "./statement-words.ts";
import { coverageOfText } from "./statement-words.ts";

/** A duty that holds only where something else is so. */
const HOLDS_IF =
  /(?<!\b(?:even|as|what|see|check|ask|only|except|or|and|determine|decide|verify|know|whether) )\b(?:where|if|provided that|providing that|on condition that|as long as|so long as|insofar as|in so far as|to the extent(?: that)?|as far as|subject to (?:the )?(?:availability|budget|funding|resources|capacity|space|time|staff\w*|agreement|demand|weather|workload|wishes|consent|his|her|their)|depending on|unless|when asked|on demand|when there is|at the request of|upon request|whenever possible|when (?:they|he|she|it|we|there) (?:is|are|has|have)(?: \w+)? (?:time|enough|free|spare|available|busy|convenient|safe|possible|reason|cause|need)\w*)\b(?<rest>[^.;]*)/g;
const ASKED_IF =
  /\b(?:if|where|when|whenever|unless|as soon as|in case|in the event|authori[sz]ed|necessary|appropriate|applicable|no longer|need\w*)\b/;
/** Conditions that make a rule no weaker. */
const HARMLESS =
  /\b(?:approv\w*|authori[sz]\w*|permission|consent\w*|required|applicable|necessary|law|legal\w*|statut\w*|emergenc\w*|not|no|never|fails?|failed|missing|defect\w*|damage\w*|lost|stolen|suspect\w*|incident|breach\w*|leak\w*|exceed\w*|changes?|changed|leaves?|found|doubt|possible to|this|that|they are|it is|detected|discover\w*|compromis\w*|wrong|late|sooner|earlier|rejected|refused|unable|differs?|deviat\w*|alarm|blocked|more|above|below|over|under)\b/;
const STRICT = /\b(?:no|not|never|nobody|none|nothing|only|must not|may not|can not|cannot|without)\b/;

/** Whether what is asked for without a condition is said under one ("in contracts where the provider agrees to it"). */
export const holdsOnlyIf: WeakRule = ({ folded }, requirement) => {
  if (ASKED_IF.test(requirement.folded) || requirement.forbidden.size > 0) return false;
  return [...folded.matchAll(HOLDS_IF)].some(({ index, groups = {} }) => {
    const before = folded.slice(0, index);
    if (/^[^a-z]*$/.test(before) || STRICT.test(before) || HARMLESS.test(groups.rest ?? "")) return false;
    if (/[,;:] $/.test(before) && !/^(?:if|where|provided|providing)/.test(folded.slice(index))) return false;
    const own = before.split(/[;:,]|\band\b/).at(-1) ?? "";
    return coverageOfText(before, requirement) >= 0.5 && coverageOfText(own, requirement) >= 0.3;
  });
};
