const COMPANY =
  /(?:\[|<|\{{1,2})\s*(?:insert\s+)?(?:your\s+|the\s+)?(?:company|organi[sz]ation|business|entity|agency|client|firm)(?:[\s_-]*(?:short\s*|legal\s*)?name)?\s*(?:\]|>|\}{1,2})(?!\()/gi;
const EXAMPLE =
  /\[[^\]\n]{0,60}?(?:e\.g\.,?|for example,?|such as)\s+([^\];\n]{1,60}?)(?:\s*(?:;|,\s*etc\.?)[^\]\n]*)?\](?!\()/gi;
const VALUE = /\[(\d[^\]\n]{0,40})\](?!\()/g;
const OTHER = /\[(?![ xX]\])[A-Za-z][^\]\n]{1,60}\](?![(:])|\{\{[^}\n]{1,60}\}\}|<(?:insert|enter)[^>\n]{1,60}>/gi;

/** The text as a company has it that adopted the template: its name, the examples' values, and names for people. */
export function fillPlaces(text: string, name: string): string {
  return text
    .replace(COMPANY, name)
    .replace(EXAMPLE, "$1")
    .replace(VALUE, "$1")
    .replace(OTHER, (place) => (/\b(?:date|yyyy)/i.test(place) ? "1 March 2026" : `${name} IT Security`));
}
