const COMPACT = new Intl.NumberFormat(undefined, { notation: "compact", maximumFractionDigits: 1 });

/** 12_345 → `12.3K` */
export function formatTokens(tokens: number): string {
  return COMPACT.format(tokens);
}
