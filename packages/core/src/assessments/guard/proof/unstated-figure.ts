import { type Figure, findFigures, isComparable, meetsFigure } from "@assay/language/quantity";
import type { Requirement } from "@assay/language/requirement";
import { isGeneric, readTerms } from "@assay/language/text";

/** A day, month, year or clock time: a record says by it how often, and how soon. */
const DATED =
  /\b(?:\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:march|may)|(?:march|may) (?:\d|and|to|until)|(?:in|since|of|from|to|until|by|last|this|each|every) (?:march|may)\b(?! not| be| have)|january|february|april|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|spring|summer|autumn|winter)\b|\b(?:19|20)\d\d\b|\bq[1-4]\b|\b\d{1,2}[:.]\d\d\b|\b\d{1,2}[./-]\d{1,2}\b/i;
const ONGOING =
  /\b(?:not a (?:day|week|month|year|shift|night) (?:passes|goes by)|always|at all times|around the clock|24\/7|real[- ]time|constantly|permanently|continu\w+|on arrival|first thing|at (?:every|each|opening|closing|noon|midnight|lunch|breakfast|the (?:start|end|beginning) of)|by return|automatic\w*|the moment|on the spot|instant\w*|overnight|every time|each time|the same \w+|twice|as soon as(?! (?:\w+ )?(?:possible|practicable)))\b/i;

/** Old versions are named where they are switched off, too. */
const OFF =
  /\b(?:not|no|off|disabled?|remov\w+|refus\w+|reject\w+|block\w+|den(?:y|ied)|dropp\w+|retired|discontinued|!)\b|[!-](?:tls|ssl)/i;
/** "Passwords shorter than 16 are refused" states a bound the other way round. */
const TURNED =
  /\b(?:refus|reject|block|not (?:accept|allow|permit)|den(?:y|ied)|no\b|not\b|never|nobody|without|unless|before|until|prevent|discard|scrap|alarm|alert)/i;

/** Two, by another word. */
const IS_TWO =
  /\b(?:both|(?:the|a) second|and another|a further|pair|counter-?sign\w*|co-?sign\w*|four[- ]eyes|together with)\b/i;

/** "Last review less than seven months ago". */
const SINCE_LAST = /\b(?:last|latest|most recent|oldest|longest)\b.{0,120}\b(?:ago|old|back)\b/i;

/** Whether the requirement names a figure, and the text neither one of its kind nor a date or number that could be. */
export function leavesFigureOut(text: string, asked: Requirement): boolean {
  const found = asked.figures.length === 0 ? [] : findFigures(text);
  return figuresAbout(text, asked).some((required) => !isStated(required, found, text));
}

/** Of a requirement with several demands, the figures of those that the text speaks of; of none of them, all. */
function figuresAbout(text: string, { title, figures }: Requirement): readonly Figure[] {
  if (figures.length < 2) return figures;
  const said = new Set(readTerms(text));
  const about = figures.filter(({ start }) => {
    const demand = demandAt(title, start);
    return readTerms(demand).some((term) => !isGeneric(term) && said.has(term));
  });
  return about.length > 0 ? about : figures;
}

function demandAt(title: string, at: number): string {
  const cuts = [...title.matchAll(/[;,]\s|\band\b/g)].map(({ index }) => index);
  const start = cuts.findLast((cut) => cut < at) ?? 0;
  return title.slice(start, cuts.find((cut) => cut > at) ?? title.length);
}

/** A sum that what is demanded from another sum on applies to. */
function isAbove(required: Figure, { bound, value }: Figure): boolean {
  return required.unit === "money" && required.bound === "atMost" && bound === "equal" && value > required.value;
}

function isStated(required: Figure, found: readonly Figure[], text: string): boolean {
  const comparable = found.filter((figure) => isComparable(required, figure));
  if (comparable.length > 0 && required.kind === "version" && !OFF.test(text))
    return comparable.every((figure) => meetsFigure(required, figure));
  if (required.kind === "amount" && required.value === 2 && IS_TWO.test(text)) return true;
  if (comparable.length > 0 && comparable.every((figure) => isAbove(required, figure))) return true;
  if (comparable.length > 0) return comparable.some((figure) => meetsFigure(required, figure)) || TURNED.test(text);
  if (required.kind === "interval" && SINCE_LAST.test(text))
    if (found.some(({ kind, value }) => kind === "duration" && value <= required.value)) return true;
  if (required.kind === "interval" || required.kind === "duration")
    return DATED.test(text) || ONGOING.test(text) || /[=:]\s*\d/.test(text) || /[☑✓✔]|\[x\]/i.test(text);
  return /\d/.test(text);
}
