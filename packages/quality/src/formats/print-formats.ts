import { f1Of } from "./compare-words.ts";
import type { ComparedFile, FormatAgreement } from "./measure-formats.ts";

const HEADER = [
  "format",
  "compared with",
  "files",
  "words",
  "recall",
  "precision",
  "files ≥ 0.95",
  "refused by us alone",
];
const GOOD = 0.95;
const WORST = 5;
const WORDS_MIN = 20;

/** Returns a Markdown table of all formats, then the worst files of each, with words that only one reader has. */
export function printFormats(measured: readonly FormatAgreement[]): string {
  const rows = measured.map((each) => (each.compared ? rowOf(each, each.compared) : notMeasured(each)));
  const table = [HEADER, HEADER.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
  return [table, ...measured.flatMap(worstOf)].join("\n\n");
}

function rowOf({ format, reader, refused }: FormatAgreement, compared: readonly ComparedFile[]): string[] {
  const sum = (of: "shared" | "ours" | "theirs") => compared.reduce((total, file) => total + file[of], 0);
  const good = compared.filter((file) => f1Of(file) >= GOOD).length;
  return [
    ...[format, reader, String(compared.length), String(sum("theirs"))],
    ...[share(sum("shared"), sum("theirs")), share(sum("shared"), sum("ours"))],
    ...[`${good} of ${compared.length}`, String(refused.length)],
  ];
}

function notMeasured({ format, reader, packages }: FormatAgreement): string[] {
  return [format, reader, `not measured: install ${packages}`, "", "", "", "", ""];
}

function worstOf({ format, compared, refused }: FormatAgreement): string[] {
  const wanting = (compared ?? [])
    .filter((file) => f1Of(file) < GOOD && file.ours + file.theirs >= WORDS_MIN)
    .toSorted((a, b) => b.ours + b.theirs - 2 * b.shared - (a.ours + a.theirs - 2 * a.shared))
    .slice(0, WORST);
  const lines = wanting.map(
    (file) =>
      `- ${file.file}: recall ${share(file.shared, file.theirs)}, precision ${share(file.shared, file.ours)}${wordsOf("lacks", file.missing)}${wordsOf("adds", file.added)}`,
  );
  const refusals = refused.slice(0, WORST).map(({ file, reason }) => `- ${file}: refused, ${reason}`);
  const all = [...lines, ...refusals];
  return all.length === 0 ? [] : [`Worst of ${format}, by words:\n\n${all.join("\n")}`];
}

const wordsOf = (what: string, words: readonly string[]) =>
  words.length === 0
    ? ""
    : `; ${what} ${words.map((word) => (word.length > 24 ? `${word.slice(0, 24)}…` : word)).join(", ")}`;

function share(count: number, of: number): string {
  return of === 0 ? "-" : (count / of).toFixed(3);
}
