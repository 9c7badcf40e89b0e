const KEPT_MS = 600_000;
/** A provider that does not reply is not asked by everybody who tries to sign in. */
const FAILURE_KEPT_MS = 5_000;
const ISSUERS_MAX = 1_000;

/** Anybody may begin a sign-in, and each would ask the provider: what it said is kept for ten minutes. */
export function keepDescriptions<T>(describe: (issuer: string) => Promise<T>, now: () => Date) {
  const kept = new Map<string, { readonly description: Promise<T>; until: number }>();
  return (issuer: string): Promise<T> => {
    const at = now().getTime();
    const known = kept.get(issuer);
    if (known && known.until > at) return known.description;
    const entry = { description: describe(issuer), until: at + KEPT_MS };
    entry.description.catch(() => {
      entry.until = now().getTime() + FAILURE_KEPT_MS;
    });
    kept.delete(issuer);
    kept.set(issuer, entry);
    const [oldest] = kept.keys();
    if (kept.size > ISSUERS_MAX && oldest !== undefined) kept.delete(oldest);
    return entry.description;
  };
}
