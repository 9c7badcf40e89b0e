import { expect, test } from "vitest";
import { stretchesOf } from "../../../src/traces/model/draw-spans.ts";
import { makeTimeScale } from "../../../src/traces/model/time-scale.ts";
import { findRow } from "../../../src/traces/model/trace.ts";
import { makeTrace, RETRIED } from "./make-trace.ts";

test("long idle times take little room, and every place has its time", () => {
  const scale = makeTimeScale(10_000, [100, 9_900], true);
  expect(scale.idle).toHaveLength(1);
  const [band] = scale.idle;
  expect(band!.to - band!.from).toBeLessThan(0.05);
  expect([scale.place(0), scale.place(10_000)]).toEqual([0, 1]);
  for (const ms of [0, 50, 100, 4000, 9_900, 9_950, 10_000]) expect(scale.time(scale.place(ms))).toBeCloseTo(ms, 6);
  for (let ms = 0; ms < 10_000; ms += 10) expect(scale.place(ms + 10)).toBeGreaterThan(scale.place(ms));
});

test("idle times stay as they are where they are short, or where it is asked for", () => {
  expect(makeTimeScale(10_000, [100, 110], true).idle).toEqual([]);
  const whole = makeTimeScale(10_000, [100, 9_900], false);
  expect(whole.idle).toEqual([]);
  expect(whole.place(5000)).toBeCloseTo(0.5);
});

test("a trace without any length has a scale too", () => {
  expect(makeTimeScale(0, [], true).place(0)).toBe(0);
});

test("a row's time is drawn in stretches of a model's, other work and waiting", () => {
  const trace = makeTrace(RETRIED);
  const { place } = makeTimeScale(trace.durationMs, [], true);
  const group = findRow(trace, "requirement:A.1");
  const drawn = stretchesOf(trace, group, place, { from: 0, to: 1 }, 1000);
  expect(drawn.map(({ activity, from, to }) => [activity, Math.round(from * 1000), Math.round(to * 1000)])).toEqual([
    [1, 100, 110],
    [2, 110, 200],
    [0, 200, 800],
    [1, 800, 820],
    [2, 820, 980],
    [1, 980, 1000],
  ]);
  const part = stretchesOf(trace, group, place, { from: 0.15, to: 0.25 }, 100);
  expect(part.map(({ activity }) => activity)).toEqual([2, 0]);
  expect([part[0]!.from, part.at(-1)!.to]).toEqual([0.15, 0.25]);
  expect(stretchesOf(trace, group, place, { from: 0, to: 0.05 }, 100)).toEqual([]);
});

test("what is too short to be drawn by itself has its share, and what begins is drawn at once", () => {
  const calls = Array.from({ length: 100 }, (_, at) => ({
    id: at + 3,
    below: 2,
    code: "A.1",
    from: at * 10,
    to: at * 10 + 3,
  }));
  const trace = makeTrace([
    { id: 1, from: 0, to: 2000 },
    { id: 2, below: 1, step: "ASSESSMENT", from: 0, to: 2000 },
    ...calls,
  ]);
  const { place } = makeTimeScale(trace.durationMs, [], true);
  const drawn = stretchesOf(trace, 0, place, { from: 0, to: 1 }, 100);
  const lengthOf = (wanted: number) =>
    drawn.reduce((sum, { from, to, activity }) => sum + (activity === wanted ? to - from : 0), 0);
  expect(lengthOf(1)).toBeCloseTo(0.15, 1);
  expect(lengthOf(0)).toBeCloseTo(0.85, 1);
  expect(drawn[0]!.activity).toBe(1);
});
