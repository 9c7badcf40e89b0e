import { parseArgs } from "node:util";
import { PICTURES } from "../../sets/pictures/index.ts";
import { type MeasuredPicture, readRendered } from "./read-rendered.ts";

const { values } = parseArgs({
  options: {
    /** Every so many images alone. */
    every: { type: "string", default: "1" },
    half: { type: "string" },
    only: { type: "string", default: "" },
    worst: { type: "string", default: "3" },
  },
});
const cases = PICTURES.filter(({ half, name }) => (!values.half || half === values.half) && name.includes(values.only));
const measured: MeasuredPicture[] = [];
for await (const one of readRendered(cases.filter((_, at) => at % Number(values.every) === 0))) {
  measured.push(one);
  console.error(
    `${one.picture.name}: ${one.wrong}/${one.shown} wrong, ${one.boxed}/${one.quotes} boxed, ${Math.round(one.ms)} ms`,
  );
}

console.log("| half | size | look | format | pictures | word error | wrong and below 0.6 | quotes boxed | worst |");
console.log("| ---- | ---- | ---- | ------ | -------- | ---------- | ------------------- | ------------ | ----- |");
const cells = Map.groupBy(
  measured,
  ({ picture: { half, scale, look, format } }) => `${half} | ${scale}× | ${look} | ${format}`,
);
for (const [cell, of] of cells) console.log(rowOf(cell, of));
for (const [cell, of] of Map.groupBy(measured, ({ picture: { half, scale } }) => `${half} | ${scale}× | all | all`))
  console.log(rowOf(cell, of));
const times = measured.map(({ ms }) => ms).toSorted((a, b) => a - b);
console.log(`\nSeconds a picture: middle ${seconds(0.5)}, 95 % ${seconds(0.95)}, most ${seconds(1)}`);
for (const { picture, wrongWords } of worstOf(measured, Number(values.worst)))
  console.log(`\n${picture.name}: ${wrongWords.slice(0, 40).join("; ")}`);

function rowOf(cell: string, of: readonly MeasuredPicture[]): string {
  const sum = (pick: (one: MeasuredPicture) => number) => of.reduce((total, one) => total + pick(one), 0);
  const [shown, wrong, quotes] = [sum((one) => one.shown), sum((one) => one.wrong), sum((one) => one.quotes)];
  const worst = worstOf(of, 2).map(({ picture, wrong, shown }) => `${picture.name} (${percent(wrong / shown)})`);
  return `| ${cell} | ${of.length} | ${percent(wrong / shown)} | ${percent(sum((one) => one.wrongUnsure) / Math.max(1, wrong))} | ${percent(sum((one) => one.boxed) / quotes)} | ${worst.join(", ")} |`;
}

function worstOf(of: readonly MeasuredPicture[], count: number): MeasuredPicture[] {
  return of.toSorted((a, b) => b.wrong / b.shown - a.wrong / a.shown).slice(0, count);
}

function seconds(share: number): string {
  return ((times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0) / 1000).toFixed(1);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
