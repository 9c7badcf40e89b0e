import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { printResults } from "../../src/cli/print-results.ts";
import { printVerdict } from "../../src/cli/print-verdict.ts";
import { toMarkdownText } from "../../src/cli/report/format-markdown.ts";
import { fitText, widthOf } from "../../src/cli/terminal/fit-text.ts";
import { keepStyles, toSafeJson } from "../../src/cli/terminal/plain-text.ts";
import { printTable } from "../../src/cli/terminal/table.ts";
import type { Assessment, FixedException, Requirement, RunDetails } from "../../src/index.ts";
import { openTerminal } from "./open-terminal.ts";

const HOSTILE = "a\u001b]0;owned\u0007b\u001b[2Jc\u009b31md\u202ee\u001b[31mf\rg";

test("nothing of a text is obeyed by a terminal: sequences, control characters, changes of direction", () => {
  const { terminal, written } = openTerminal({ isTTY: true });
  printTable(terminal, [{ title: "Text", value: () => HOSTILE, style: () => "red" }], [null]);
  terminal.note(HOSTILE.replace("\u001b[31m", ""));
  const plain = stripVTControlCharacters(written.stdout + written.stderr);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what must not be there
  expect(plain).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
  expect(keepStyles("\u001b[31mred\u001b[39m")).toBe("\u001b[31mred\u001b[39m");
  expect(toSafeJson({ text: HOSTILE })).not.toMatch(/[\u007f-\u009f\u202a-\u202e]/);
  expect(JSON.parse(toSafeJson({ text: HOSTILE }))).toEqual({ text: HOSTILE });
});

test("colours are for a terminal alone, and neither a pipe nor NO_COLOR gets any", () => {
  const piped = openTerminal({ isTTY: false });
  piped.terminal.print(piped.terminal.paint("red", "text"));
  expect(piped.written.stdout).toBe("text\n");
  const shown = openTerminal({ isTTY: true });
  shown.terminal.print(shown.terminal.paint("red", "text"));
  expect(shown.written.stdout).toBe("\u001b[31mtext\u001b[39m\n");
});

test("progress is one changing line on a terminal, a line for each milestone in a pipe, and nothing when quiet", () => {
  const show = (options: Parameters<typeof openTerminal>[0]) => {
    const { terminal, written } = openTerminal(options);
    terminal.progress("1 of 3", "ASSESSMENT");
    terminal.progress("2 of 3", "ASSESSMENT");
    terminal.note("note");
    terminal.endProgress();
    return written.stderr;
  };
  expect(show({ isTTY: false })).toBe("ASSESSMENT\nnote\n");
  expect(show({ isTTY: true })).toBe("1 of 3\r\u001b[2Knote\n1 of 3\r\u001b[2K");
  expect(show({ isTTY: true, quiet: true })).toBe("");
});

test("widths count columns, and a cut text is never wider than it may be", () => {
  expect(["abc", "日本", "é", "👩‍💻", "e\u0301"].map(widthOf)).toEqual([3, 4, 1, 2, 1]);
  for (const text of ["日本語のテキスト", "plain text", "👩‍💻👩‍💻👩‍💻"])
    for (const columns of [1, 2, 3, 5, 8]) expect(widthOf(fitText(text, columns))).toBeLessThanOrEqual(columns);
});

const requirement = {
  requirementId: "1.1",
  criterionId: 1,
  criterionTitle: "Backup",
  title: "T".repeat(200),
} as Requirement;
const assessment = {
  requirementId: "1.1",
  status: "MISSING",
  confidence: 0,
  citations: [{ documentId: "d", chunkId: "c", text: "quote ".repeat(60), pageNumber: 3 }],
  flags: ["NOT_JUDGED"],
} as unknown as Assessment;
const results = {
  run: {} as RunDetails,
  rows: [{ requirement, assessment }],
  exceptions: [],
  documents: new Map([["d", "a.pdf"]]),
};

test("results fit 80 columns on a terminal and are uncut in a pipe; what nobody judged has no confidence", () => {
  const shown = openTerminal({ isTTY: true });
  printResults(shown.terminal, results);
  for (const line of stripVTControlCharacters(shown.written.stdout).split("\n"))
    expect(widthOf(line)).toBeLessThanOrEqual(80);
  expect(shown.written.stdout).toContain("NOT JUDGED");
  expect(shown.written.stdout).not.toContain("0.00");
  const piped = openTerminal();
  printResults(piped.terminal, results);
  expect(piped.written.stdout.split("\t")).toEqual([
    "NOT JUDGED",
    "1.1",
    "",
    requirement.title,
    "NOT_JUDGED",
    "a.pdf",
    "3",
    `${"quote ".repeat(60).trim()}\n`,
  ]);
});

test("an exception is named next to the verdict that it covers, by the one that lasts longest", () => {
  const exception = { id: "e", requirementId: "1.1", kind: "RISK_ACCEPTED", validUntil: "2027-01-31" };
  const shorter = { ...exception, validUntil: "2026-01-31" };
  const covered = {
    ...results,
    rows: [{ requirement, assessment: { ...assessment, reasoning: "No", flags: ["COVERED_BY_EXCEPTION" as const] } }],
    exceptions: [shorter, exception] as FixedException[],
  };
  const shown = openTerminal({ isTTY: true });
  printResults(shown.terminal, covered);
  expect(shown.written.stdout).toContain("[covered by an exception until 2027-01-31 (RISK_ACCEPTED)] a.pdf");
  expect(shown.written.stdout).toContain("MISSING");
  const all = openTerminal();
  printVerdict(all.terminal, covered.rows[0]!, covered);
  expect(all.written.stdout).toContain("\nCovered by an exception until 2027-01-31 (RISK_ACCEPTED)\n");
});

test("text of others is no Markdown, no mention and no link in a comment", () => {
  expect(toMarkdownText("@org/team [x](http://a.b) <img> `c` | #1\n**d**")).toBe(
    "@\u200borg/team &#91;x&#93;&#40;http:\u200b//a.b&#41; &#60;img&#62; &#96;c&#96; &#124; &#35;1 &#42;&#42;d&#42;&#42;",
  );
});
