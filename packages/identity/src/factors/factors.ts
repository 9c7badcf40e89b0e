import { randomBytes, randomUUID } from "node:crypto";
import { FACTORS, type Factor } from "@assay/contract";
import type { SecretBox } from "@assay/core/ports";
import type { OpenState } from "../open-state.ts";
import { createPasskeys } from "./passkeys.ts";
import { hashOfRecoveryCode, makeRecoveryCodes } from "./recovery-codes.ts";
import {
  type KnownFactor,
  type StoredApp,
  type StoredFactor,
  type StoredFactors,
  storedFactors,
  toKnown,
} from "./stored-factors.ts";
import { findStep } from "./totp.ts";

export interface RecoveryStatus {
  readonly id: string;
  readonly createdAt: number;
  readonly total: number;
  readonly remaining: number;
}

export type CodeCheck =
  | { readonly result: "PROVED"; readonly factor: KnownFactor; readonly isFirst: boolean }
  | { readonly result: "WRONG" | "NO_CHALLENGE" | "UNREADABLE" }
  | { readonly result: "RESTS"; readonly retryAfterSeconds: number };

export type Factors = Awaited<ReturnType<typeof openFactors>>;

const SECRET_BYTES = 20;
/** One that is not verified by then is gone. */
const ENROLMENT_MS = 30 * 60_000;
const CHALLENGE_MS = 5 * 60_000;
const CHALLENGES_MAX = 5;
/** After so many wrong codes in a row a factor takes none for a while: who guesses knows the password already. */
const FAILURES_MAX = 10;
const REST_MS = 60 * 60_000;

/** Second factors and recovery codes. Secrets are sealed, codes hashed; without a box nobody can enrol an app. */
export async function openFactors({
  openState,
  now,
  box,
}: {
  openState: OpenState;
  now: () => Date;
  box: SecretBox | undefined;
}) {
  const file = await openState(
    "factors",
    storedFactors,
    (): StoredFactors => ({ factors: [], recovery: [], answered: [] }),
  );
  const time = () => now().getTime();
  const isLive = ({ verifiedAt, createdAt }: StoredFactor) => verifiedAt !== null || time() - createdAt < ENROLMENT_MS;
  const ofUser = (userId: string) => file.read().factors.filter((each) => each.userId === userId && isLive(each));
  const verified = (userId: string) => ofUser(userId).filter(({ verifiedAt }) => verifiedAt !== null);
  const find = (state: StoredFactors, userId: string, id: string) =>
    state.factors.find((each) => each.userId === userId && each.id === id && isLive(each));
  const findApp = (state: StoredFactors, userId: string, id: string) =>
    state.factors.filter(isApp).find((each) => each.userId === userId && each.id === id && isLive(each));

  async function readSecret({ secret, id }: StoredApp): Promise<Uint8Array | undefined> {
    const sealed = { keyId: secret.keyId, bytes: Buffer.from(secret.bytes, "base64") };
    const text = await box?.open(sealed, contextOf(id));
    return text === undefined ? undefined : Buffer.from(text, "base64");
  }

  return {
    /** Takes over what other processes wrote. */
    takeOver: () => file.refresh(),

    canSeal: box !== undefined,

    passkeys: createPasskeys({ file, now }),

    list: (userId: string): KnownFactor[] => ofUser(userId).map(toKnown),

    find(userId: string, id: string): KnownFactor | undefined {
      const factor = find(file.read(), userId, id);
      return factor && toKnown(factor);
    },

    /** The strongest second factor; undefined without any. */
    strongest: (userId: string): Factor | undefined =>
      FACTORS.findLast((factor) => verified(userId).some(({ kind }) => kind === factor)),

    /** Drops what the user left unfinished before. The box must be there. */
    async enrolTotp(userId: string, name: string): Promise<{ factor: KnownFactor; secret: Uint8Array }> {
      const secret = randomBytes(SECRET_BYTES);
      const id = randomUUID();
      const sealed = await box!.seal(secret.toString("base64"), contextOf(id));
      return file.update((state) => {
        state.factors = state.factors.filter((each) => isLive(each) && !(each.userId === userId && !each.verifiedAt));
        const factor: StoredApp = {
          kind: "TOTP",
          id,
          userId,
          name,
          createdAt: time(),
          verifiedAt: null,
          secret: { keyId: sealed.keyId, bytes: Buffer.from(sealed.bytes).toString("base64") },
          lastStep: 0,
          failures: 0,
          failedAt: 0,
          challenges: [],
        };
        state.factors.push(factor);
        return { factor: toKnown(factor), secret };
      });
    },

    /** A code is asked for; undefined where the factor is gone. */
    challenge: (userId: string, factorId: string): Promise<{ id: string; expiresAt: number } | undefined> =>
      file.update((state) => {
        const factor = findApp(state, userId, factorId);
        if (!factor) return undefined;
        const challenge = { id: randomUUID(), expiresAt: time() + CHALLENGE_MS };
        factor.challenges = [...factor.challenges, challenge].slice(-CHALLENGES_MAX);
        return challenge;
      }),

    /** Tries a code, once: of tries at the same time one alone can prove. Wrong ones in a row make the factor rest. */
    async tryCode(
      { userId, factorId, challengeId }: { userId: string; factorId: string; challengeId: string },
      code: string,
    ): Promise<CodeCheck> {
      const known = findApp(file.read(), userId, factorId);
      const secret = known && (await readSecret(known));
      return file.update((state): CodeCheck => {
        const factor = findApp(state, userId, factorId);
        const at = time();
        const challenge = factor?.challenges.find(({ id, expiresAt }) => id === challengeId && expiresAt > at);
        if (!factor || !challenge) return { result: "NO_CHALLENGE" };
        if (!secret) return { result: "UNREADABLE" };
        const restsFor = factor.failedAt + REST_MS - at;
        if (restsFor <= 0) factor.failures = 0;
        if (factor.failures >= FAILURES_MAX) return { result: "RESTS", retryAfterSeconds: Math.ceil(restsFor / 1000) };
        const step = findStep(secret, code, { now: now(), lastStep: factor.lastStep });
        if (step === undefined) {
          factor.failures += 1;
          factor.failedAt = at;
          return { result: "WRONG" };
        }
        const isFirst = factor.verifiedAt === null;
        factor.challenges = factor.challenges.filter(({ id }) => id !== challengeId);
        Object.assign(factor, { lastStep: step, failures: 0, verifiedAt: factor.verifiedAt ?? at });
        return { result: "PROVED", factor: toKnown(factor), isFirst };
      });
    },

    /** With the last verified factor the recovery codes go. Undefined where the factor is gone. */
    remove: (userId: string, factorId: string): Promise<KnownFactor | undefined> =>
      file.update((state) => {
        const factor = find(state, userId, factorId);
        if (!factor) return undefined;
        state.factors = state.factors.filter((each) => each !== factor);
        dropLoneCodes(state, userId);
        return toKnown(factor);
      }),

    /** Returns how many verified ones there were. */
    removeAll: (userId: string): Promise<number> =>
      file.update((state) => {
        const gone = state.factors.filter((each) => each.userId === userId);
        state.factors = state.factors.filter((each) => each.userId !== userId);
        dropLoneCodes(state, userId);
        return gone.filter(({ verifiedAt }) => verifiedAt !== null).length;
      }),

    recoveryCodes(userId: string): RecoveryStatus | undefined {
      const kept = file.read().recovery.find((each) => each.userId === userId);
      if (!kept) return undefined;
      const remaining = kept.codes.filter(({ usedAt }) => usedAt === null).length;
      return { id: kept.id, createdAt: kept.createdAt, total: kept.codes.length, remaining };
    },

    /** New ones, in place of those of before; they are in the answer only. */
    async makeRecoveryCodes(userId: string): Promise<{ id: string; codes: string[] }> {
      const codes = makeRecoveryCodes();
      const id = randomUUID();
      await file.update((state) => {
        const kept = codes.map((code) => ({ hash: hashOfRecoveryCode(code), usedAt: null }));
        state.recovery = state.recovery.filter((each) => each.userId !== userId);
        state.recovery.push({ id, userId, createdAt: time(), codes: kept });
      });
      return { id, codes };
    },

    hasRecoveryCode(userId: string, code: string): boolean {
      const hash = hashOfRecoveryCode(code);
      return file
        .read()
        .recovery.some((each) => each.userId === userId && each.codes.some((kept) => isUnused(kept, hash)));
    },

    /** False for one that was used or never was. */
    useRecoveryCode(userId: string, code: string): Promise<boolean> {
      const hash = hashOfRecoveryCode(code);
      return file.update((state) => {
        const codes = state.recovery.find((each) => each.userId === userId)?.codes ?? [];
        const found = codes.find((kept) => isUnused(kept, hash));
        if (found) found.usedAt = time();
        return found !== undefined;
      });
    },

    dropRecoveryCodes: (userId: string): Promise<string | undefined> =>
      file.update((state) => {
        const kept = state.recovery.find((each) => each.userId === userId);
        state.recovery = state.recovery.filter((each) => each.userId !== userId);
        return kept?.id;
      }),

    /** Seals with the present key what an earlier key sealed. */
    async reseal(): Promise<void> {
      if (!box) return;
      for (const stored of file.read().factors.filter(isApp)) {
        const secret = stored.secret.keyId === box.keyId ? undefined : await readSecret(stored);
        if (!secret) continue;
        const { keyId, bytes } = await box.seal(Buffer.from(secret).toString("base64"), contextOf(stored.id));
        await file.update((state) => {
          const factor = state.factors.filter(isApp).find(({ id }) => id === stored.id);
          if (factor) factor.secret = { keyId, bytes: Buffer.from(bytes).toString("base64") };
        });
      }
    },
  };
}

/** Codes alone are no factor. */
function dropLoneCodes(state: StoredFactors, userId: string): void {
  if (state.factors.some((each) => each.userId === userId && each.verifiedAt !== null)) return;
  state.recovery = state.recovery.filter((each) => each.userId !== userId);
}

const isUnused = (kept: { hash: string; usedAt: number | null }, hash: string) =>
  kept.hash === hash && kept.usedAt === null;

const contextOf = (factorId: string) => `factor ${factorId}`;

const isApp = (factor: StoredFactor): factor is StoredApp => factor.kind === "TOTP";
