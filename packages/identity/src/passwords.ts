import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { createBoundedQueue, type QueueSize } from "./bounded-queue.ts";

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes as long where there is no hash, so that nobody learns which e-mails are known. */
  matches(password: string, hash: string | undefined): Promise<boolean>;
}

/** Of scrypt. A hash carries its own. */
export interface PasswordCost {
  readonly log2N: number;
  readonly r: number;
  readonly p: number;
}

/** One of the settings that OWASP's password storage cheat sheet holds to be equal; 32 MB and about 0.2 s. */
export const PASSWORD_COST: PasswordCost = { log2N: 15, r: 8, p: 3 };
const SALT_BYTES = 16;
const KEY_BYTES = 32;

/** On threads of Node's pool, which files and names need too. */
const QUEUE: QueueSize = { atOnce: 2, waitingMax: 100 };

/** Throws SERVICE_UNAVAILABLE where too many wait to be hashed. */
export function createPasswords(
  cost: PasswordCost = PASSWORD_COST,
  { queue = QUEUE, deriveKey = deriveOnThread }: { queue?: QueueSize; deriveKey?: typeof deriveOnThread } = {},
): Passwords {
  const queued = createBoundedQueue(queue);
  const derive: typeof deriveOnThread = (...asked) => queued(() => deriveKey(...asked));
  const hash = async (password: string) => {
    const salt = randomBytes(SALT_BYTES);
    return write(cost, salt, await derive(password, salt, cost));
  };
  const nobody = write(cost, randomBytes(SALT_BYTES), randomBytes(KEY_BYTES));
  return {
    hash,
    async matches(password, known) {
      const [, log2N, r, p, salt = "", key = ""] = (known || nobody).split("$");
      const itsCost = { log2N: Number(log2N), r: Number(r), p: Number(p) };
      const derived = await derive(password, Buffer.from(salt, "base64url"), itsCost);
      return timingSafeEqual(derived, Buffer.from(key, "base64url")) && Boolean(known);
    },
  };
}

const write = ({ log2N, r, p }: PasswordCost, salt: Buffer, key: Buffer) =>
  ["scrypt", log2N, r, p, salt.toString("base64url"), key.toString("base64url")].join("$");

/** On another thread than this one. */
function deriveOnThread(password: string, salt: Uint8Array, { log2N, r, p }: PasswordCost): Promise<Buffer> {
  const N = 2 ** log2N;
  return new Promise((resolve, reject) => {
    scrypt(password, salt, KEY_BYTES, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
