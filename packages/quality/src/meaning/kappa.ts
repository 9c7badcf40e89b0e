/** How far two judges agree beyond chance. */
export interface Agreement {
  /** Cohen's kappa; 0 where chance alone would agree as well, 1 for full agreement. */
  readonly kappa: number;
  /** The share of cases on which they agree. */
  readonly agreed: number;
  /** The share of the most frequent right answer: anyone who always says it agrees as often. */
  readonly baseRate: number;
  readonly of: number;
}

/** Of pairs of what is right and what was said. */
export function agreementOf(cases: readonly (readonly [right: string, said: string])[]): Agreement {
  const of = cases.length;
  if (of === 0) return { kappa: 0, agreed: 0, baseRate: 0, of };
  const names = [...new Set(cases.flat())];
  const share = (side: 0 | 1, name: string) => cases.filter((each) => each[side] === name).length / of;
  const agreed = cases.filter(([right, said]) => right === said).length / of;
  const byChance = names.reduce((sum, name) => sum + share(0, name) * share(1, name), 0);
  return {
    kappa: byChance === 1 ? 1 : (agreed - byChance) / (1 - byChance),
    agreed,
    baseRate: Math.max(...names.map((name) => share(0, name))),
    of,
  };
}
