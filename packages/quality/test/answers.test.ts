import { describe, expect, test } from "vitest";
import { evaluateSaid } from "../src/evaluate-said.ts";
import { isComplete, isRight, measureAnswers } from "../src/measure-answers.ts";
import { FALSE_FORMS, RIGHT_FORMS } from "../src/sets/answer-forms.ts";

describe("a right answer gives its verdict", () => {
  test.each(RIGHT_FORMS.map((form) => [form.name, form] as const))("%s", async (name, form) => {
    const judged = await evaluateSaid(form.said);
    expect(isRight(judged, form), JSON.stringify(judged)).toBe(true);
    // Where parts were asked for and none is there, the model is asked for them once.
    expect(judged.calls).toBe(name.startsWith("in the form without parts") ? 2 : 1);
  });
});

describe("an answer is not COMPLETE", () => {
  test.each(FALSE_FORMS.map((form) => [form.name, form] as const))("with %s", async (_name, { said }) => {
    const judged = await evaluateSaid(said);
    expect(isComplete(judged), JSON.stringify(judged)).toBe(false);
  });
});

test("the figures count every form once", async () => {
  const figures = await measureAnswers.run({} as Parameters<typeof measureAnswers.run>[0]);
  expect(figures.reduce((all, { of }) => all + of, 0)).toBe(RIGHT_FORMS.length + FALSE_FORMS.length);
  expect(RIGHT_FORMS.length).toBeGreaterThanOrEqual(60);
});
