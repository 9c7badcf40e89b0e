import { randomUUID } from "node:crypto";
import type { StateFile } from "@assay/embedded/state-file";
import {
  FACTORS_PER_USER_MAX,
  type KnownFactor,
  type StoredFactors,
  type StoredPasskey,
  toKnown,
} from "./stored-factors.ts";

/** An answered challenge serves no second time. */
interface Answered {
  readonly id: string;
  readonly expiresAt: number;
}

/** What an authenticator says of a credential that it has made. */
export interface NewCredential {
  readonly credentialId: string;
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
}

export type PasskeyAdded =
  | { readonly result: "ADDED"; readonly passkey: KnownFactor }
  | { readonly result: "ANSWERED" | "KNOWN" | "TOO_MANY" };
export type PasskeyUsed =
  | { readonly result: "PROVED"; readonly passkey: KnownFactor }
  | { readonly result: "ANSWERED" | "GONE" | "COPIED" };

export type Passkeys = ReturnType<typeof createPasskeys>;

/** The passkeys among the second factors. The caller has checked what the authenticator signed. */
export function createPasskeys({ file, now }: { file: StateFile<StoredFactors>; now: () => Date }) {
  const isPasskey = (factor: StoredFactors["factors"][number]): factor is StoredPasskey => factor.kind === "PASSKEY";
  const list = (userId: string) =>
    file
      .read()
      .factors.filter(isPasskey)
      .filter((each) => each.userId === userId);

  /** False where it was answered before. */
  function answer(state: StoredFactors, { id, expiresAt }: Answered): boolean {
    const at = now().getTime();
    state.answered = state.answered.filter((each) => each.expiresAt > at);
    if (state.answered.some((each) => each.id === id)) return false;
    state.answered.push({ id, expiresAt });
    return true;
  }

  return {
    list,

    /** Of anybody. */
    findByCredential: (credentialId: string): StoredPasskey | undefined =>
      file
        .read()
        .factors.filter(isPasskey)
        .find((each) => each.credentialId === credentialId),

    add: (userId: string, credential: NewCredential, challenge: Answered): Promise<PasskeyAdded> =>
      file.update((state): PasskeyAdded => {
        if (!answer(state, challenge)) return { result: "ANSWERED" };
        const { credentialId, publicKey, counter, transports } = credential;
        if (state.factors.some((each) => isPasskey(each) && each.credentialId === credentialId))
          return { result: "KNOWN" };
        const verified = state.factors.filter((each) => each.userId === userId && each.verifiedAt !== null);
        if (verified.length >= FACTORS_PER_USER_MAX) return { result: "TOO_MANY" };
        const at = now().getTime();
        const passkey: StoredPasskey = {
          kind: "PASSKEY",
          id: randomUUID(),
          userId,
          name: freeName(verified.map(({ name }) => name)),
          createdAt: at,
          verifiedAt: at,
          lastUsedAt: at,
          credentialId,
          publicKey,
          counter,
          transports: [...transports],
        };
        state.factors.push(passkey);
        return { result: "ADDED", passkey: toKnown(passkey) };
      }),

    /** A counter that has not gone on is that of a copy. */
    use: (credentialId: string, counter: number, challenge: Answered): Promise<PasskeyUsed> =>
      file.update((state): PasskeyUsed => {
        if (!answer(state, challenge)) return { result: "ANSWERED" };
        const passkey = state.factors.filter(isPasskey).find((each) => each.credentialId === credentialId);
        if (!passkey) return { result: "GONE" };
        if ((counter > 0 || passkey.counter > 0) && counter <= passkey.counter) return { result: "COPIED" };
        Object.assign(passkey, { counter, lastUsedAt: now().getTime() });
        return { result: "PROVED", passkey: toKnown(passkey) };
      }),

    /** Undefined where the user has no such passkey; false where another factor has the name. */
    rename: (userId: string, id: string, name: string): Promise<KnownFactor | false | undefined> =>
      file.update((state) => {
        const own = state.factors.filter((each) => each.userId === userId && each.verifiedAt !== null);
        const passkey = own.filter(isPasskey).find((each) => each.id === id);
        if (!passkey) return undefined;
        if (own.some((each) => each !== passkey && each.name === name)) return false;
        passkey.name = name;
        return toKnown(passkey);
      }),
  };
}

/** Such as "Passkey 2". */
function freeName(taken: readonly string[]): string {
  const names = [...taken, ""].map((_, index) => (index === 0 ? "Passkey" : `Passkey ${index + 1}`));
  return names.find((name) => !taken.includes(name))!;
}
