import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import type { OpenState } from "../open-state.ts";
import { type ShownFactor, shownFactor } from "../sessions.ts";
import { FLOW_MS } from "./flow-state.ts";

const stored = z.object({
  codes: z.array(
    z.object({
      hash: z.string(),
      challenge: z.string(),
      userId: z.string(),
      tenantId: z.string(),
      /** Milliseconds since 1970, like every time here; 0 where the provider does not say. */
      provedAt: z.number(),
      /** What showed a second factor, and where. Absent without, and in codes of before. */
      second: shownFactor.optional(),
      until: z.number(),
    }),
  ),
  /** Ways that have ended, by what names them: each ends once. */
  ended: z.array(z.object({ jti: z.string(), until: z.number() })),
});
type Stored = z.infer<typeof stored>;

export interface Vouched {
  readonly challenge: string;
  readonly userId: string;
  readonly tenantId: string;
  readonly provedAt: number;
  readonly second?: ShownFactor | undefined;
}

/** How long a code waits for the site to exchange it. */
const CODE_MS = 2 * 60_000;

/** One-time codes with which a site gets the session of who came back from a provider. Only hashes are kept. */
export async function openSignOnCodes({ openState, now }: { openState: OpenState; now: () => Date }) {
  const file = await openState("sign-on", stored, (): Stored => ({ codes: [], ended: [] }));
  const removeOld = (state: Stored, at: number) => {
    state.codes = state.codes.filter(({ until }) => until > at);
    state.ended = state.ended.filter(({ until }) => until > at);
  };

  return {
    /** Takes over what other processes wrote. */
    takeOver: () => file.refresh(),

    /** Undefined for a way that has ended before. */
    issue: (jti: string, vouched: Vouched): Promise<string | undefined> =>
      file.update((state) => {
        const at = now().getTime();
        removeOld(state, at);
        if (state.ended.some((each) => each.jti === jti)) return undefined;
        const code = randomBytes(32).toString("base64url");
        state.ended.push({ jti, until: at + FLOW_MS });
        state.codes.push({ hash: hashOf(code), ...vouched, until: at + CODE_MS });
        return code;
      }),

    /** Undefined for a code that is not, or no longer, and for another site's verifier, which ends it too. */
    async exchange(code: string, verifier: string): Promise<Vouched | undefined> {
      const hash = hashOf(code);
      if (!file.read().codes.some((each) => each.hash === hash)) return undefined;
      return file.update((state) => {
        removeOld(state, now().getTime());
        const found = state.codes.find((each) => each.hash === hash);
        state.codes = state.codes.filter((each) => each !== found);
        return found && challengeOf(verifier) === found.challenge ? found : undefined;
      });
    },
  };
}

export type SignOnCodes = Awaited<ReturnType<typeof openSignOnCodes>>;

const hashOf = (code: string) => createHash("sha256").update(code).digest("hex");

/** S256 of PKCE. */
const challengeOf = (verifier: string) => createHash("sha256").update(verifier).digest("base64url");
