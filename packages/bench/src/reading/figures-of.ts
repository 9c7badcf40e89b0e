import { type Figure, rounded } from "../measure.ts";
import type { Cost } from "./read-by-assay.ts";

/** Processor time next to that of a reference, and the memory that the reading process takes. */
export function figuresOf(
  what: string,
  own: Cost,
  { name, cpuMs, atMost }: { name: string; cpuMs: number | null; atMost: number },
  memoryMaxMb: number,
): Figure[] {
  const memory: Figure = {
    what: `${what}: memory of the process, MB`,
    value: `${rounded(own.peakMb)} MB`,
    reference: "",
    ratio: own.peakMb,
    target: { atMost: memoryMaxMb },
  };
  if (cpuMs === null) {
    console.log(`${what}: processor time left out, ${name} is not installed`);
    return [memory];
  }
  const speed: Figure = {
    what: `${what}: processor time`,
    value: `${rounded(own.cpuMs)} ms`,
    reference: `${name}: ${rounded(cpuMs)} ms`,
    ratio: own.cpuMs / cpuMs,
    target: { atMost },
  };
  return [speed, memory];
}
