import { readFile } from "node:fs/promises";
import { GUARD_SETS } from "../../sets/guard/index.ts";

/** A requirement, what is cited for it, and in which group it is counted. */
export interface LabelledPair {
  readonly requirement: string;
  readonly evidence: string;
  /** What is cited of it; all of it where nothing stands here. */
  readonly quote?: string | undefined;
  readonly title: string;
  readonly group: string;
}

const TITLE = "Handbook";
/** How far apart two pairs stand that are of other subjects: sets are in the order of their subjects. */
const APART = 17;

/** The pairs of the support guard, and each sound one held against the requirement of another. */
export function guardPairs(): LabelledPair[] {
  const all = GUARD_SETS.flatMap(({ tuned, kept }) =>
    [tuned, kept].flatMap((half) =>
      (["sound", "everyday", "evading"] as const).flatMap((wording) =>
        half[wording].map(([requirement, evidence, more]) => ({
          requirement,
          evidence,
          quote: more?.quote,
          title: more?.title ?? TITLE,
          group: wording,
        })),
      ),
    ),
  );
  const sound = all.filter(({ group }) => group === "sound");
  const others = sound.flatMap((pair, at) => {
    const { requirement } = sound[(at + APART) % sound.length]!;
    return requirement === pair.requirement ? [] : [{ ...pair, requirement, group: "of another requirement" }];
  });
  return [...all, ...others];
}

const GROUPS: Readonly<Record<string, string>> = {
  S: "supports",
  P: "partly",
  C: "contradicts",
  N: "unrelated",
};

/** The pairs of a file in the form of `sets/pairs`: a line of JSON each, `{ r, e, d, y }`. */
export async function readPairs(path: string): Promise<LabelledPair[]> {
  const lines = (await readFile(path, "utf8")).split("\n").filter((line) => line.trim() !== "");
  return lines.map((line, at) => {
    const { r, e, d, y } = JSON.parse(line) as Record<string, string>;
    const group = GROUPS[y ?? ""];
    if (!r || !e || !group)
      throw new Error(`Cannot read line ${at + 1} of ${path} because it must have r, e and y (S, P, C or N)`);
    return { requirement: r, evidence: e, title: d ?? TITLE, group };
  });
}
