/** About as many tokens as the process computes in a third of a second, so that others wait no longer. */
const TOKENS_MAX = 1024;
/** Fewer than any text has to a token, so that a batch is rather too small. */
const CHARACTERS_PER_TOKEN = 3;

/** Cuts a list into batches of about as many tokens; `lengthOf` in characters. An item longer than a batch is one by itself. */
export function boundBatches<T>(
  items: readonly T[],
  { tokensMax, lengthOf }: { readonly tokensMax: number; lengthOf(item: T): number },
): T[][] {
  const batches: T[][] = [];
  let left = 0;
  for (const item of items) {
    const tokens = Math.min(tokensMax, Math.ceil(lengthOf(item) / CHARACTERS_PER_TOKEN) + 3);
    const open = batches.at(-1);
    if (open && tokens <= left) open.push(item);
    else {
      batches.push([item]);
      left = TOKENS_MAX;
    }
    left -= tokens;
  }
  return batches;
}
