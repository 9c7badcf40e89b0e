/** Such as `1 file` or `3 files`. */
export function formatCount(quantity: number, noun: string): string {
  return `${quantity} ${noun}${quantity === 1 ? "" : "s"}`;
}
