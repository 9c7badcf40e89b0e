import { GUARD_KINDS, guardPairs, type Wording } from "../sets/guard-set.ts";
import { KEPT_BACK_PAIRS } from "../sets/offline-sets.ts";
import type { JudgedCase } from "./evaluate-offline.ts";

/** A case with what is right about it, and on which half of the authors its figure is. */
export interface OfflineCase extends JudgedCase {
  readonly group: string;
  /** Thresholds were chosen on `chosen`; `reported` was read at the end. */
  readonly half: "chosen" | "reported";
}

/** Held-out sets by authors whose other halves were the last to be made. */
const REPORTED_KINDS: ReadonlySet<string> = new Set(["mixed, in whole sentences", "mixed, policies and exports"]);
const FIRST_AUTHOR_PAIRS = 40;
/** How far apart proofs stand that are of other subjects: sets are in the order of their subjects. */
const APART = [7, 19, 31, 43, 55, 67, 79];
const TITLE = "Handbook";

/**
 * The held-out halves of the sets: pairs alone, and each requirement over seven proofs of others, as retrieval gives it,
 * without its own and with it.
 */
export function listCases(): OfflineCase[] {
  const alone = [...guardCases(), ...plainCases()];
  const sound = alone.filter(({ group }) => group === "proof");
  const mixed = sound.flatMap((each, at): OfflineCase[] => {
    const others = APART.map((apart) => sound[(at + apart) % sound.length]!).filter(
      ({ requirement }) => requirement.title !== each.requirement.title,
    );
    const texts = others.map(({ passages }) => passages[0]!.text);
    const over = (group: string, given: readonly string[]) => ({ ...each, group, passages: toPassages(TITLE, given) });
    return [
      over("seven proofs of other requirements", texts),
      over("proof among five of others", [...texts.slice(0, 5), each.passages[0]!.text]),
    ];
  });
  return [...alone, ...mixed];
}

function guardCases(): OfflineCase[] {
  return GUARD_KINDS.flatMap((kind) => {
    const half = REPORTED_KINDS.has(kind) ? "reported" : "chosen";
    return [
      ...ofWording(kind, "sound", "proof", half),
      ...ofWording(kind, "everyday", "no proof, said plainly", half),
      ...ofWording(kind, "evading", "no proof, said evasively", half),
    ];
  });
}

function ofWording(kind: string, wording: Wording, group: string, half: OfflineCase["half"]): OfflineCase[] {
  return guardPairs({ kind, half: "kept", wording }).map(({ requirement, text, title = TITLE, beside = [] }) => ({
    group,
    half,
    requirement: { title: requirement, criterionTitle: "" },
    passages: toPassages(title, [text, ...beside]),
  }));
}

function plainCases(): OfflineCase[] {
  return KEPT_BACK_PAIRS.flatMap(({ requirement: title, criterion: criterionTitle, document, sound, unsound }, at) => {
    const half = at < FIRST_AUTHOR_PAIRS ? ("chosen" as const) : ("reported" as const);
    const shared = { half, requirement: { title, criterionTitle } };
    return [
      { ...shared, group: "proof", passages: toPassages(document, [sound]) },
      { ...shared, group: "no proof, said in its words", passages: toPassages(document, [unsound]) },
    ];
  });
}

function toPassages(title: string, texts: readonly string[]): OfflineCase["passages"] {
  return texts.map((text, at) => ({
    chunkId: `${at}`,
    documentTitle: texts.length > 1 ? `${title} ${at + 1}` : title,
    location: null,
    pageNumber: null,
    context: null,
    text,
  }));
}
