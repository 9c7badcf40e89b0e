const CENTS = new Intl.NumberFormat(undefined, { style: "currency", currency: "USD" });
const FINE = new Intl.NumberFormat(undefined, { style: "currency", currency: "USD", maximumSignificantDigits: 2 });

/** US dollars; below a dollar to two digits, as a call costs fractions of a cent. */
export function formatCost(usd: number): string {
  return usd > 0 && usd < 1 ? FINE.format(usd) : CENTS.format(usd);
}
