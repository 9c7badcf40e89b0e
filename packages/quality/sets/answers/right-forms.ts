import { QUOTES, rightAnswer, type WrittenAnswer } from "./right-answer.ts";

export interface AnswerCase {
  readonly name: string;
  /** `tuned`: looked at while the reader was made; `kept back`: written before, and run when it was done. */
  readonly half: "tuned" | "kept back";
  /** What the model says. */
  readonly said: string;
  /** What it gives where it names no part: that much is proved, and nobody says of what. */
  readonly bounded?: true;
}

type Change = (answer: WrittenAnswer) => unknown;

const [FIRST, SECOND] = QUOTES;
const json = JSON.stringify(rightAnswer());
const pretty = JSON.stringify(rightAnswer(), null, 2);
const changed = (change: Change) => {
  const answer = rightAnswer();
  return JSON.stringify(change(answer) ?? answer);
};
/** The same answer with each of its quotes written in another way. */
const quoted = (write: (quote: string) => string) =>
  changed(({ parts }) => {
    for (const part of parts) part.quote = write(part.quote);
  });
const passages = (name: string) =>
  changed(({ parts }) => {
    for (const part of parts) part.passage = name;
  });
const named = (...names: readonly [string, string]) =>
  changed(({ parts }) => {
    for (const [at, name] of names.entries()) parts[at]!.part = name;
  });
const verdicts = (verdict: string) =>
  changed(({ parts }) => {
    for (const part of parts) part.verdict = verdict;
  });
/** The right answer in the form that was asked for before there were parts. */
const earlier = (quotes: unknown) =>
  JSON.stringify({ quotes, reasoning: "P1 says so.", remediation: "", confidence: 0.9 });

const TUNED: Readonly<Record<string, string>> = {
  "as it is asked for": json,
  "with line breaks": pretty,
  "in a fence": `\`\`\`json\n${pretty}\n\`\`\``,
  "in a fence without a language": `\`\`\`\n${json}\n\`\`\``,
  "after a sentence": `Here is my assessment:\n\n${json}`,
  "before a sentence": `${json}\n\nI hope that this helps.`,
  "between sentences with words in braces": `I looked at {P1}.\n${json}\nSay {more} if you need more.`,
  "after thoughts": `<think>The policy says 90 days, so {"confidence": 0.2} is too low.</think>\n${json}`,
  "after thoughts whose beginning is cut off": `So it is met.\n</think>\n\n${json}`,
  "twice the same": `${json}\n${pretty}`,
  "in a wrapper": JSON.stringify({ result: rightAnswer() }),
  "in an array": JSON.stringify([rightAnswer()]),
  "with its confidence as text": json.replace('"confidence":0.9', '"confidence":"0.9"'),
  "with its confidence as a percentage": json.replace('"confidence":0.9', '"confidence":"90 %"'),
  "with a decimal comma": json.replace('"confidence":0.9', '"confidence":"0,9"'),
  "with a trailing comma": `${json.slice(0, -1)},}`,
  "with comments": pretty.replace('"confidence"', '// how sure\n  "confidence"'),
  "without a remediation": changed((answer) => ({ ...answer, remediation: undefined })),
  "with a remediation that is null": changed((answer) => ({ ...answer, remediation: null })),
  "without documents, conflicts and gaps": changed(({ documents, conflicts, missing, ...answer }) => answer),
  "with keys that nobody asked for": changed((answer) => ({ status: "COMPLETE", ...answer, tool: { name: "rm" } })),
  "with quotes in quotation marks": quoted((quote) => `"${quote}"`),
  "with quotes in typographic quotation marks": quoted((quote) => `“${quote}”`),
  "with quotes in bold": quoted((quote) => `**${quote}**`),
  "with quotes that end with a stop": quoted((quote) => `${quote}.`),
  "with quotes between ellipses": quoted((quote) => `...${quote}...`),
  "with quotes in capital letters": quoted((quote) => quote.toUpperCase()),
  "with quotes with line breaks": quoted((quote) => quote.replaceAll(" ", "\n")),
  "with quotes with no-break spaces": quoted((quote) => quote.replaceAll(" ", "\u00a0")),
  "with quotes with soft hyphens": quoted((quote) =>
    quote.replace("result", "re\u00adsult").replace("rights", "ri\u00adghts"),
  ),
  "with a quote parted by an ellipsis": quoted((quote) =>
    quote.replace(" by the information security officer", " ... "),
  ),
  "with a letter that is wrong": quoted((quote) => quote.replace("privileged", "priviledged")),
  "with the passage in brackets": passages("[P1]"),
  "with the passage in words": passages("Passage 1"),
  "with another passage": passages("P2"),
  "without the passages": passages(""),
  "with numbers for the parts": named("1", "2"),
  "with the words of the parts": named(
    "Privileged access rights are reviewed at least quarterly",
    "the reviews are recorded",
  ),
  "with verdicts in small letters": verdicts("met"),
  "in the form without parts": earlier(QUOTES.map((text) => ({ passage: "P1", text }))),
};

const KEPT_BACK: Readonly<Record<string, string>> = {
  "in a fence in the middle of sentences": `Sure!\n\n\`\`\`json\n${pretty}\n\`\`\`\n\nLet me know what you think.`,
  "after a heading": `## Assessment\n\n${pretty}`,
  "after thoughts by another name": `<thinking>Let me see. {P1} has it.</thinking>\n\n${json}`,
  "after the end of thoughts in one line": `reasoning about it</think>${json}`,
  "as the arguments of a tool": JSON.stringify({ name: "answer", arguments: rightAnswer() }),
  "as the arguments of a tool, as text": JSON.stringify({ name: "answer", arguments: json }),
  "in two wrappers": JSON.stringify({ data: { assessment: rightAnswer() } }),
  "in single quotation marks": JSON.stringify(rightAnswer()).replaceAll('"', "'"),
  "with keys without quotation marks": pretty.replace(/"(\w+)":/g, "$1:"),
  "with Python's words": json.replace('"remediation":""', '"remediation":None'),
  "with a trailing comma in a list": pretty.replace(/\}\n {2}\],/, "},\n  ],"),
  "with a line break in a text": json.replace("P1 lays down", "P1 lays\ndown"),
  "with unescaped quotation marks in a text": json.replace("P1 lays down", 'P1 "lays" down'),
  "with its confidence as so many of ten": json.replace('"confidence":0.9', '"confidence":"9/10"'),
  "with its confidence as so many of a hundred": json.replace('"confidence":0.9', '"confidence":"90/100"'),
  "with a percentage without a space": json.replace('"confidence":0.9', '"confidence":"90%"'),
  "with a percentage that is no text": json.replace('"confidence":0.9', '"confidence":90%'),
  "with more decimals": json.replace('"confidence":0.9', '"confidence":0.9000000'),
  "with keys in capital letters": changed(({ confidence, ...answer }) => ({ ...answer, Confidence: confidence })),
  "with another name for its confidence": changed(({ confidence, ...answer }) => ({
    ...answer,
    confidence_score: confidence,
  })),
  "with another name for its reasoning": changed(({ reasoning, ...answer }) => ({ ...answer, explanation: reasoning })),
  "without a reasoning beside those of the parts": changed(({ reasoning, ...answer }) => answer),
  "with a remediation in lines": changed((answer) => ({ ...answer, remediation: [] })),
  "with gaps in one text": changed((answer) => ({ ...answer, missing: "none" })),
  "with other names in its parts": changed(({ parts, ...answer }) => ({
    ...answer,
    parts: parts.map(({ part, passage, quote, why, verdict }) => ({
      part_id: part,
      source: passage,
      text: quote,
      reason: why,
      status: verdict,
    })),
  })),
  "with parts without a reason": changed(({ parts, ...answer }) => ({
    ...answer,
    parts: parts.map(({ why, ...part }) => part),
  })),
  "with one more quote beside the parts": changed((answer) => ({
    ...answer,
    quotes: [{ passage: "P1", text: SECOND }],
  })),
  "with a part in two quotes": changed(({ parts, ...answer }) => ({
    ...answer,
    parts: [{ ...parts[0]!, quote: FIRST.slice(0, 60) }, { ...parts[0]!, quote: FIRST.slice(60) }, parts[1]],
  })),
  "with quotes in French quotation marks": quoted((quote) => `«${quote}»`),
  "with quotes in German quotation marks": quoted((quote) => `„${quote}“`),
  "with quotes as code": quoted((quote) => `\`${quote}\``),
  "with quotes in italics": quoted((quote) => `_${quote}_`),
  "with quotes after a mark": quoted((quote) => `> ${quote}`),
  "with quotes after a dash": quoted((quote) => `- ${quote}`),
  "with quotes that end with a comma": quoted((quote) => `${quote},`),
  "with quotes between ellipses in brackets": quoted((quote) => `[...] ${quote} [...]`),
  "with quotes with ligatures": quoted((quote) => quote.replace("ffi", "ﬃ")),
  "with quotes in wide letters": quoted((quote) => quote.replace("90", "９０")),
  "with quotes in two dresses": quoted((quote) => `**"${quote}."**`),
  "with quotes with spaces doubled": quoted((quote) => quote.replaceAll(" ", "  ")),
  "with quotes with zero-width spaces": quoted((quote) => quote.replaceAll(" r", " \u200br")),
  "with a quote parted at the end of a line": quoted((quote) => quote.replace("information", "infor-\nmation")),
  "with a quote parted by an ellipsis in brackets": quoted((quote) =>
    quote.replace(" by the information security officer", " […] "),
  ),
  "with two letters swapped": quoted((quote) => quote.replace("recorded", "recroded").replace("security", "secruity")),
  "with a word left out": quoted((quote) =>
    quote.replace(" information", "").replace(" of each review", " of each review"),
  ),
  "with a passage that was not shown": passages("P7"),
  "with a number for the passage": passages("1"),
  "with the id of the chunk": passages("chunk-1"),
  "with the name of the document": passages("Access Policy.pdf"),
  "with names and words for the parts": named("R1: Privileged access rights", "R2 (the reviews are recorded)"),
  "with parts in another order": changed(({ parts }) => void parts.reverse()),
  "with names of their own for the parts": named("review", "record"),
  "with verdicts in words": verdicts("Fully met"),
  "with verdicts that say yes": verdicts("Yes"),
  "in the form without parts, with quotes as texts": earlier([...QUOTES]),
  "in the form without parts, with quotes by passage": earlier({ P1: [...QUOTES] }),
  "in the form without parts, with other names": JSON.stringify({
    evidence: QUOTES.map((quote) => ({ source: "P1", quote })),
    rationale: "P1 says so.",
    confidence: "0.9",
  }),
};

const casesOf = (half: AnswerCase["half"], forms: Readonly<Record<string, string>>): AnswerCase[] =>
  Object.entries(forms).map(([name, said]) => ({
    name,
    half,
    said,
    ...(name.startsWith("in the form without parts") && { bounded: true }),
  }));

/** Forms of one right answer: each has to give the right verdict. */
export const RIGHT_FORMS: readonly AnswerCase[] = [...casesOf("tuned", TUNED), ...casesOf("kept back", KEPT_BACK)];
