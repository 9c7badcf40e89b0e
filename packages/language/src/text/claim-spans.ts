/** Places of a text that are given away once: what was found first keeps its characters. */
export function claimSpans(length: number) {
  const taken = new Uint8Array(length);
  return {
    /** Whether the place was free; then it is taken. */
    take({ start, end }: { readonly start: number; readonly end: number }): boolean {
      for (let at = start; at < end; at++) if (taken[at]) return false;
      taken.fill(1, start, end);
      return true;
    },
  };
}
