/** Numbers that look random and follow from a seed. */
export interface Random {
  /** From 0 up to, and without, `bound`. */
  below(bound: number): number;
  chance(of: number): boolean;
  pick<T>(values: readonly T[]): T;
}

/** xorshift32. */
export function startRandom(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e3779b1) | 1;
  const below = (bound: number) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % bound;
  };
  return { below, chance: (of) => below(of) === 0, pick: (values) => values[below(values.length)]! };
}
