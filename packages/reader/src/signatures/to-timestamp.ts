/** As the wire has it; null for no date, and for one that no calendar has or that is absurd. */
export function toTimestamp(date: Date | null): string | null {
  if (!date || Number.isNaN(date.getTime())) return null;
  const year = date.getUTCFullYear();
  return year >= 1970 && year <= 9999 ? date.toISOString() : null;
}
