import { AssayError, FACTORS, type Factor, FRESH_AUTHENTICATION_REQUIRED, type Freshness } from "@assay/contract";
import type { Proof } from "../ports/identity.ts";
import type { Context } from "./context.ts";
import { requirePerson } from "./require-person.ts";

/** How old a proof may be. */
export type FreshnessTimes = Readonly<Record<Freshness, number>>;

/**
 * Returns the person's proof of the strongest factor that they have, which is recent enough. Throws FORBIDDEN for an API
 * key, a link, and a session without such a proof, with `details.reason` and the factors that serve; `act` completes
 * "Cannot …".
 */
export function requireFresh(
  ctx: Pick<Context, "actor" | "session">,
  act: string,
  { freshness, times, now }: { readonly freshness: Freshness; readonly times: FreshnessTimes; readonly now: Date },
): Proof {
  requirePerson(ctx, act);
  const maxAgeMs = times[freshness];
  const factors = factorsThatServe(ctx.session?.strongest ?? "PASSWORD");
  const proofs = (ctx.session?.proofs ?? []).filter(
    ({ factor, at }) => factors.includes(factor) && now.getTime() - at.getTime() <= maxAgeMs,
  );
  const [strongest] = proofs.toSorted((a, b) => FACTORS.indexOf(b.factor) - FACTORS.indexOf(a.factor));
  if (strongest) return strongest;
  const maxAgeSeconds = Math.floor(maxAgeMs / 1000);
  throw new AssayError(
    "FORBIDDEN",
    `Cannot ${act} without authentication in the last ${maxAgeSeconds} seconds by ${factors.join(" or ")}: confirm who you are and try again`,
    { details: { reason: FRESH_AUTHENTICATION_REQUIRED, factors, maxAgeSeconds } },
  );
}

/** The strongest factor that a person has, and those above it. */
function factorsThatServe(strongest: Factor): Factor[] {
  return FACTORS.slice(FACTORS.indexOf(strongest));
}
