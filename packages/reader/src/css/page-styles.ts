import { type Candidate, createCascade } from "./cascade.ts";
import { inheritLook } from "./inherit-look.ts";
import { FIRST_LOOK, hidesText, type Look } from "./look.ts";
import { type Environment, judgeMedia, listEnvironments, parseMedia } from "./media.ts";
import {
  type Condition,
  createStyleSheetReader,
  type Declaration,
  decodeDataUrl,
  type StyleRule,
} from "./read-style-sheet.ts";
import { mayHide } from "./relevant-properties.ts";
import { BudgetSpent, createStepBudget } from "./step-budget.ts";
import type { StyledElement } from "./styled-element.ts";

/** A `style` element, or a `link` to a style sheet. */
export interface StyleSource {
  readonly css?: string;
  readonly href?: string;
  readonly media: string;
}

/** How an element looks in each place where the page may be looked at. */
export interface Looks {
  readonly each: readonly Look[];
  /** The places, by their number, where a reader misses its text. */
  readonly hiddenIn: ReadonlySet<number>;
  /** Whether its text is crossed out anywhere. */
  readonly struck: boolean;
}

export interface PageStyles {
  enter(element: StyledElement, parent: Looks | null): Looks;
  /** In how many places the page is looked at. */
  readonly places: number;
  /** Those of them that are paper. */
  readonly prints: ReadonlySet<number>;
  /** Style sheets that are not in the file. */
  readonly absent: readonly string[];
  /** Whether the rules took too much work to judge; all that is entered since counts as hidden. */
  readonly unjudged: boolean;
}

/** Steps (a selector tried on an element, and the like) that one page may cost: one to two seconds. */
const STEPS_MAX = 5_000_000;
/** Each is looked at for some twenty questions. */
const STEPS_PER_DECLARATION = 20;
const CSS_LENGTH_MAX = 5_000_000;

/** Resolves the rules that are in a page, for its elements from the front. */
export function createPageStyles(sources: readonly StyleSource[], stepsMax = STEPS_MAX): PageStyles {
  const budget = createStepBudget(stepsMax);
  const prepared = prepare(sources);
  const environments = prepared && listEnvironments(mediaOf(prepared.rules));
  let unjudged = environments === null || prepared === null;
  const first: Looks = makeLooks((environments ?? [undefined]).map(() => FIRST_LOOK));
  const lost: Looks = { each: first.each, hiddenIn: new Set(first.each.keys()), struck: false };
  const cascade = createCascade(prepared?.rules ?? [], budget);

  const resolve = (element: StyledElement, parent: Looks): Looks => {
    const candidates = withFrames(cascade.listCandidates(element), prepared?.lastFrames);
    if (candidates.length === 0) return parent;
    const known = new Map<string, Look>();
    const each = environments!.map((environment, at) => {
      budget.spend(candidates.length);
      const applying: Candidate[] = [];
      let key = `${seat(parent.each, at)} ${environment.dark} `;
      for (const candidate of candidates) {
        const met = applies(candidate, environment);
        if (met) applying.push(candidate);
        key += met ? "1" : "0";
      }
      if (!known.has(key)) budget.spend(applying.length * STEPS_PER_DECLARATION);
      const look = known.get(key) ?? inheritLook(parent.each[at]!, applying, element, environment.dark);
      known.set(key, look);
      return look;
    });
    return makeLooks(each);
  };
  return {
    places: first.each.length,
    prints: new Set([...(environments ?? []).keys()].filter((at) => environments?.[at]?.print)),
    absent: prepared?.absent ?? [],
    get unjudged() {
      return unjudged;
    },
    enter(element, parent) {
      if (unjudged) return lost;
      try {
        return resolve(element, parent ?? first);
      } catch (error) {
        if (!(error instanceof BudgetSpent || error instanceof RangeError)) throw error;
        unjudged = true;
        return lost;
      }
    },
  };
}

function makeLooks(each: readonly Look[]): Looks {
  const hides = new Map<Look, boolean>();
  for (const look of each) if (!hides.has(look)) hides.set(look, hidesText(look));
  return {
    each,
    hiddenIn: new Set([...each.keys()].filter((at) => hides.get(each[at]!))),
    struck: each.some((look) => look.struck),
  };
}

/** Where a look is first among its equals. */
function seat(looks: readonly Look[], at: number): number {
  return looks.indexOf(looks[at]!);
}

function prepare(sources: readonly StyleSource[]) {
  const reader = createStyleSheetReader();
  const absent: string[] = [];
  let length = 0;
  try {
    for (const { css, href, media } of sources) {
      const text = css ?? decodeDataUrl(href ?? "");
      if (text === null) absent.push(href ?? "");
      else {
        length += text.length;
        if (length > CSS_LENGTH_MAX) return null;
        reader.read(text, media === "" ? [] : [parseMedia(media)]);
      }
    }
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
  return { rules: reader.rules, lastFrames: reader.lastFrames, absent: [...absent, ...reader.imports] };
}

function mediaOf(rules: readonly StyleRule[]) {
  const found = new Set<NonNullable<Condition>>();
  for (const { conditions } of rules) for (const each of conditions) if (each !== null) found.add(each);
  return [...found].map((queries) => [...queries]);
}

function applies({ property, value, conditions, unsure }: Candidate, environment: Environment): boolean {
  if (unsure && !environment.unsure) return false;
  return conditions.every(
    (condition) => judgeMedia(condition, environment) ?? (environment.unsure && mayHide(property, value)),
  );
}

/** Puts what an animation leaves behind before everything else. */
function withFrames(
  candidates: readonly Candidate[],
  lastFrames: ReadonlyMap<string, readonly Declaration[]> | undefined,
): readonly Candidate[] {
  if (!lastFrames?.size) return candidates;
  const animation = candidates.find(({ property }) => /animation(?:-name)?$/.test(property));
  if (!animation) return candidates;
  const frames = animation.value.split(/[\s,]+/).flatMap((word) => lastFrames.get(word) ?? []);
  const stays = /\b(?:forwards|both|infinite)\b/.test(animation.value);
  const { conditions } = animation;
  return [...frames.map(({ property, value }) => ({ property, value, conditions, unsure: !stays })), ...candidates];
}
