import { evaluateSaid, type JudgedSaid } from "./evaluate-said.ts";
import type { Figure, Measure } from "./figure.ts";
import { type AnswerForm, FALSE_FORMS, RIGHT_FORMS } from "./sets/answer-forms.ts";
import { QUOTES } from "./sets/asked.ts";

/** What becomes of one right answer in the many forms in which models give it, and of answers that are none. */
export const measureAnswers: Measure = {
  title: "Reading a model's answer",
  of: "rules",
  async run() {
    const figures: Figure[] = [];
    for (const half of ["tuned", "kept back"] as const) {
      figures.push(
        await count("forms of a right answer that give its verdict", half, RIGHT_FORMS, isRight, { atLeast: 1 }),
        await count("false answers that become COMPLETE", half, FALSE_FORMS, isComplete, { atMost: 0 }),
      );
    }
    return figures;
  },
};

/** COMPLETE, or PARTIAL where no part is named, with both quotes. */
export function isRight({ verdict }: JudgedSaid, { bounded }: Pick<AnswerForm, "bounded"> = {}): boolean {
  const cited = verdict?.citations.map(({ text }) => text.replace(/\s+/g, " ")).join(" ") ?? "";
  const words = QUOTES.flatMap((quote) => [quote.slice(0, 20), quote.slice(-12)]);
  return verdict?.status === (bounded ? "PARTIAL" : "COMPLETE") && words.every((each) => cited.includes(each));
}

export function isComplete({ verdict }: JudgedSaid): boolean {
  return verdict?.status === "COMPLETE";
}

async function count(
  what: string,
  half: Figure["half"],
  forms: readonly AnswerForm[],
  holds: (judged: JudgedSaid, form: AnswerForm) => boolean,
  goal: NonNullable<Figure["goal"]>,
): Promise<Figure> {
  const cases = forms.filter((form) => form.half === half);
  const held = await Promise.all(cases.map(async (form) => holds(await evaluateSaid(form.said), form)));
  return { what, half, count: held.filter(Boolean).length, of: cases.length, goal };
}
