import { createHash, randomBytes, randomUUID } from "node:crypto";
import { FACTORS, type Factor } from "@assay/contract";
import { z } from "zod";
import type { OpenState } from "./open-state.ts";

/** That a company's sign-in showed a second factor: where, and by which values. The tenant may name others by now. */
export const shownFactor = z.object({ providerId: z.string(), values: z.array(z.string()) });
export type ShownFactor = z.infer<typeof shownFactor>;

const storedSession = z.object({
  id: z.string(),
  userId: z.string(),
  /** Milliseconds since 1970, like every time here. */
  createdAt: z.number(),
  /** Of a session that a tenant's identity provider vouches for: it selects no other. */
  tenantId: z.string().optional(),
  /** The last use of each factor. Absent in sessions of before, which all began with a password. */
  proofs: z
    .array(
      z.object({
        factor: z.enum(FACTORS),
        at: z.number(),
        /** Of a second factor. */
        enrolledAt: z.number().optional(),
        second: shownFactor.optional(),
        /** By a recovery code in place of the factor. */
        recovered: z.literal(true).optional(),
      }),
    )
    .optional(),
  /** Oldest first. */
  tokens: z.array(z.object({ hash: z.string(), issuedAt: z.number(), usedAt: z.number().nullable() })),
});
type StoredSession = z.infer<typeof storedSession>;
export type SessionProof = NonNullable<StoredSession["proofs"]>[number];

export interface KnownSession {
  readonly id: string;
  readonly userId: string;
  readonly createdAt: number;
  readonly tenantId?: string;
  readonly proofs: readonly Readonly<SessionProof>[];
}

export interface StartedSession extends KnownSession {
  readonly refreshToken: string;
}

interface ListedSession {
  readonly id: string;
  readonly createdAt: number;
  readonly lastUsedAt: number;
}

export const SIGN_OUT_SCOPES = ["global", "local", "others"] as const;
export type SignOutScope = (typeof SIGN_OUT_SCOPES)[number];

export type Sessions = Awaited<ReturnType<typeof openSessions>>;

/** Two tabs may refresh with the same token at once; later it is a stolen one. */
const REUSE_GRACE_MS = 10_000;
/** A session that is not refreshed ends. */
const IDLE_MS = 30 * 86_400_000;
/** So does one that is, however often. */
const LIFE_MS = 90 * 86_400_000;
/** Older ones make place. */
const SESSIONS_PER_USER_MAX = 50;
const TOKENS_PER_SESSION_MAX = 500;

/** Sessions with rotating refresh tokens, of which only hashes are kept. */
export async function openSessions({ openState, now }: { openState: OpenState; now: () => Date }) {
  const file = await openState("sessions", z.array(storedSession), (): StoredSession[] => []);
  const isOver = ({ createdAt, tokens }: StoredSession) =>
    now().getTime() - (tokens.at(-1)?.issuedAt ?? createdAt) >= IDLE_MS || now().getTime() - createdAt >= LIFE_MS;

  function issue(session: StoredSession): StartedSession {
    const refreshToken = randomBytes(32).toString("base64url");
    session.tokens.push({ hash: hashOf(refreshToken), issuedAt: now().getTime(), usedAt: null });
    session.tokens.splice(0, session.tokens.length - TOKENS_PER_SESSION_MAX);
    return { ...toKnown(session), refreshToken };
  }

  return {
    /** Takes over what other processes wrote. */
    takeOver: () => file.refresh(),

    find(id: string): KnownSession | undefined {
      const session = file.read().find((each) => each.id === id);
      return session && !isOver(session) ? toKnown(session) : undefined;
    },

    /** Newest first. */
    list: (userId: string): ListedSession[] =>
      file
        .read()
        .filter((session) => session.userId === userId && !isOver(session))
        .map(({ id, createdAt, tokens }) => ({ id, createdAt, lastUsedAt: tokens.at(-1)?.issuedAt ?? createdAt }))
        .toSorted((one, other) => other.createdAt - one.createdAt),

    /** The factor was proved now, or when a provider says; of a provider, for its tenant alone. */
    start: (
      userId: string,
      factor: Factor,
      {
        provedAt,
        tenantId,
        enrolledAt,
        second,
      }: {
        provedAt?: number;
        tenantId?: string;
        enrolledAt?: number | undefined;
        second?: ShownFactor | undefined;
      } = {},
    ): Promise<StartedSession> =>
      file.update((sessions) => {
        const at = now().getTime();
        const session: StoredSession = {
          id: randomUUID(),
          userId,
          createdAt: at,
          ...(tenantId !== undefined && { tenantId }),
          proofs: [
            {
              factor,
              at: provedAt ?? at,
              ...(enrolledAt !== undefined && { enrolledAt }),
              ...(second && { second }),
            },
          ],
          tokens: [],
        };
        sessions.push(session);
        const excess = sessions.filter((each) => each.userId === userId).slice(0, -SESSIONS_PER_USER_MAX);
        removeWhere(sessions, (each) => isOver(each) || excess.includes(each));
        return issue(session);
      }),

    /** Adds a proof to a session, in place of an earlier one of the same factor. Undefined where the session has ended. */
    prove: (id: string, proof: SessionProof): Promise<StartedSession | undefined> =>
      file.update((sessions) => {
        const session = sessions.find((each) => each.id === id && !isOver(each));
        if (!session) return undefined;
        const others = toKnown(session).proofs.filter(({ factor }) => factor !== proof.factor);
        session.proofs = [...others, proof];
        return issue(session);
      }),

    /** What nobody has any more proves nothing. */
    forget: (userId: string, factors: readonly Factor[]): Promise<void> =>
      file.update((sessions) => {
        for (const session of sessions.filter((each) => each.userId === userId))
          session.proofs = toKnown(session).proofs.filter(({ factor }) => !factors.includes(factor));
      }),

    /** Returns the refusal where there is one, for a used token is a change too: it ends its session. */
    refresh(refreshToken: string): Promise<StartedSession | "not_found" | "already_used"> {
      const hash = hashOf(refreshToken);
      const holds = (session: StoredSession) => session.tokens.some((token) => token.hash === hash);
      if (!file.read().some(holds)) return Promise.resolve("not_found");
      return file.update((sessions) => {
        const session = sessions.find(holds);
        const token = session?.tokens.find((each) => each.hash === hash);
        if (session === undefined || token === undefined || isOver(session)) return "not_found";
        const time = now().getTime();
        if (token.usedAt !== null && time - token.usedAt > REUSE_GRACE_MS) {
          removeWhere(sessions, (each) => each === session);
          return "already_used";
        }
        token.usedAt ??= time;
        return issue(session);
      });
    },

    /** Ends the users' sessions that select the tenant, by themselves or, without a tenant of their own, as the user does. */
    endIn: (tenantId: string, ownTenants: ReadonlyMap<string, string | null | undefined>) =>
      file.update((sessions) =>
        removeWhere(
          sessions,
          (session) =>
            ownTenants.has(session.userId) && (session.tenantId ?? ownTenants.get(session.userId)) === tenantId,
        ),
      ),

    /** `sessionId` is the caller's own, which `local` ends alone and `others` alone keeps. */
    end({ userId, sessionId, scope }: { userId: string; sessionId: string | undefined; scope: SignOutScope }) {
      return file.update((sessions) =>
        removeWhere(sessions, (session) => {
          if (session.userId !== userId) return false;
          switch (scope) {
            case "global":
              return true;
            case "local":
              return session.id === sessionId;
            case "others":
              return session.id !== sessionId;
            default:
              return scope satisfies never;
          }
        }),
      );
    },
  };
}

const toKnown = ({ id, userId, createdAt, tenantId, proofs }: StoredSession): KnownSession => ({
  id,
  userId,
  createdAt,
  ...(tenantId !== undefined && { tenantId }),
  proofs: proofs ?? [{ factor: "PASSWORD", at: createdAt }],
});

const hashOf = (refreshToken: string) => createHash("sha256").update(refreshToken).digest("hex");

function removeWhere<T>(list: T[], matches: (item: T) => boolean): void {
  list.splice(0, list.length, ...list.filter((item) => !matches(item)));
}
