const UNITS = `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
  seventeen eighteen nineteen`.split(/\s+/);
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const ODD = { dozen: 12, hundred: 100, thousand: 1000 } as const;

const VALUES: ReadonlyMap<string, number> = new Map([
  ...UNITS.map((word, index) => [word, index] as const),
  ...TENS.map((word, index) => [word, (index + 2) * 10] as const),
  ...TENS.flatMap((ten, index) =>
    UNITS.slice(1, 10).map((unit, more) => [`${ten}-${unit}`, (index + 2) * 10 + more + 1] as const),
  ),
]);

/** Numbers of one word. */
export const NUMBER_WORDS: readonly string[] = [...UNITS, ...TENS, ...Object.keys(ODD)];

const ONE = `(?:${[...VALUES.keys()].sort((left, right) => right.length - left.length).join("|")})`;

/** Source of a pattern for a number in digits or words, without a group. */
export const NUMBER = `(?:\\d[\\d,]*(?:\\.\\d+)?|half\\s+an?|an?\\s+(?:dozen|hundred|thousand|couple\\s+of)|(?:${ONE}\\s+)?(?:dozen|hundred|thousand)|${ONE})`;

/** The value of what `NUMBER` matches; `NaN` for anything else. */
export function readNumber(written: string): number {
  const word = written.toLowerCase().trim().replace(/\s+/g, " ");
  if (/^\d/.test(word)) return Number.parseFloat(word.replaceAll(",", ""));
  if (/^half an?$/.test(word)) return 0.5;
  if (/^an? couple of$/.test(word)) return 2;
  const [first = "", last = ""] = word.replace(/^an? /, "one ").split(" ");
  const many = ODD[last as keyof typeof ODD] ?? ODD[first as keyof typeof ODD];
  if (many !== undefined) return many * (last === "" ? 1 : (VALUES.get(first) ?? Number.NaN));
  return VALUES.get(word) ?? Number.NaN;
}
