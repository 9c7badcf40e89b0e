import { seeded } from "../../sets/period/seeded.ts";

/** Draws at most `count` of them, each once: the same ones for the same seed. */
export function draw<T>(from: readonly T[], count: number, seed: number): T[] {
  const { below } = seeded(seed);
  const left = [...from];
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(below(left.length), 1)[0]!);
}
