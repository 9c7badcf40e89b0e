import { expect, test } from "vitest";
import { PICTURES } from "../sets/pictures/index.ts";
import { type MeasuredPicture, readRendered } from "../src/pictures/read-rendered.ts";

/** A small sample; `print-pictures.ts` reads all of them. */
const SAMPLE = ["console users 0 dark 1× jpg", "terminal 1 light 1× png", "mail 0 dark 2× jpg"];

test("images of screens are read, and what is quoted of them is boxed", async () => {
  const measured: MeasuredPicture[] = [];
  for await (const one of readRendered(PICTURES.filter(({ name }) => SAMPLE.includes(name)))) measured.push(one);
  expect(measured).toHaveLength(SAMPLE.length);
  for (const { picture, wrong, shown, boxed, quotes, wrongWords } of measured) {
    expect(wrong / shown, `${picture.name}: ${wrongWords.join("; ")}`).toBeLessThanOrEqual(
      picture.scale === 2 ? 0.03 : 0.1,
    );
    expect(boxed / quotes, picture.name).toBeGreaterThanOrEqual(0.9);
  }
});

test("there are 300 of them, about half of whose layouts were kept back", () => {
  expect(PICTURES).toHaveLength(300);
  expect(new Set(PICTURES.map(({ name }) => name)).size).toBe(300);
  expect(PICTURES.filter(({ half }) => half === "kept back").length).toBeGreaterThan(120);
});
