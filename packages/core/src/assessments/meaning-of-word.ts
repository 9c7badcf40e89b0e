import { NUMBER_WORDS } from "@assay/language/quantity";

const NEGATIONS = `not no never none nobody nothing neither nor without cannot except excluding unless
  nicht kein keine keinen keiner keinem nie niemals ohne außer ne pas jamais sans aucun sin nunca ningun ninguna
  nao sem senza mai niet geen nooit zonder nie bez не нет ни без никогда нельзя кроме لا لم لن ليس ليست غير بدون عدم دون
  לא אין בלי ללא אינו אינה אסור`;
const FURTHER_NUMBERS = "million half once twice first second third quarter";
const UNITS = `second minute hour day week month quarter year decade hourly daily weekly monthly quarterly yearly annual
  annually biannual biannually biennial fortnight working business calendar percent bit byte kb mb gb tb kib mib gib
  hr min sec character digit letter euro dollar pound usd eur gbp chf metre meter mile km tag woche monat jahr stunde`;
const DIRECTIONS = `least most minimum maximum more less fewer exceed over under above below within before after only all some
  any every each until up mindestens hochstens`;

const MEANT = new Map(
  [NEGATIONS, NUMBER_WORDS.join(" "), FURTHER_NUMBERS, UNITS, DIRECTIONS]
    .flatMap((words) => words.split(/\s+/))
    .map((word) => [word, /^(?:not|cannot|nicht)$/.test(word) ? "not" : word]),
);

/**
 * What a folded word says that a quote must not change: a number, a negation, a unit or a direction, in one form.
 * Undefined for all other words.
 */
export function meaningOf(folded: string): string | undefined {
  const word = folded.replace(/\p{M}/gu, "");
  if (/^\d/.test(word)) return word.replace(/,(?=\d{3}(?!\d))/g, "");
  if (/^[%€$£§]$/.test(word)) return word;
  if (word.endsWith("n't")) return "not";
  return MEANT.get(word) ?? (word.endsWith("s") ? MEANT.get(word.slice(0, -1)) : undefined);
}
