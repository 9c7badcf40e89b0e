import { AssayError } from "@assay/contract";
import type { Clock } from "@assay/core/ports";
import { CLOCK_TOLERANCE_SECONDS } from "@assay/identity/jwt";
import { Receiver } from "@upstash/qstash";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { z } from "zod";

/** The clock is by default this machine's. */
export interface CallbackVerifierOptions extends Partial<Clock> {
  readonly currentSigningKey: string;
  readonly nextSigningKey: string;
  /** Called with why a delivery was refused, for the log. */
  onRefusal?(reason: string): void;
}

interface Delivery {
  readonly signature: string | undefined;
  /** As it came, before anything parsed it. */
  readonly body: string;
  readonly urls: readonly string[];
}

export interface CallbackVerifier {
  /**
   * Accepts a delivery that QStash signed for one of `urls`: public addresses, as they were published. Throws AssayError
   * UNAUTHORIZED for everything else.
   */
  verify(delivery: Delivery): Promise<void>;
}

const LIFETIME_SECONDS_MAX = 600;
const SIGNATURE_LENGTH_MAX = 4096;
/** The vendor's receiver knows this machine's clock alone: the times are judged here. */
const ANY_TIME_SECONDS = 10 * 365 * 86_400;
const header = z.object({ alg: z.literal("HS256") });
const claims = z.object({
  exp: z.number(),
  iat: z.number(),
  nbf: z.number().optional(),
  body: z.string().min(1),
  sub: z.string().min(1),
});

class Expired extends Error {
  override readonly name = "Expired";
}

class NotYetValid extends Error {
  override readonly name = "NotYetValid";
}

/**
 * The vendor's receiver behind what it leaves open: it takes tokens that never expire, other hashes of HMAC, and a
 * public key while a variable of the environment is set.
 */
export function createCallbackVerifier(options: CallbackVerifierOptions): CallbackVerifier {
  const { currentSigningKey, nextSigningKey, now = () => new Date(), onRefusal } = options;
  const { uncertaintyMs = () => 0 } = options;
  const receiver = new Receiver({ currentSigningKey, nextSigningKey, devMode: false });
  return {
    async verify({ signature, body, urls }) {
      try {
        if (!signature) throw new Error("there is no signature");
        const { sub, exp, nbf = 0 } = readClaims(signature);
        const seconds = now().getTime() / 1000;
        const unsureSeconds = CLOCK_TOLERANCE_SECONDS + uncertaintyMs() / 1000;
        if (exp + unsureSeconds <= seconds) throw new Expired();
        if (nbf - unsureSeconds > seconds) throw new NotYetValid();
        const url = urls.find((each) => each === sub);
        if (url === undefined) throw new Error("the signature is for another address");
        await receiver.verify({ signature, body, url, clockTolerance: ANY_TIME_SECONDS });
      } catch (cause) {
        onRefusal?.(reasonOf(cause));
        throw new AssayError("UNAUTHORIZED", "Cannot accept the callback without a valid QStash signature", { cause });
      }
    },
  };
}

function readClaims(signature: string): z.infer<typeof claims> {
  if (signature.length > SIGNATURE_LENGTH_MAX) throw new Error("the signature is too long");
  header.parse(decodeProtectedHeader(signature));
  const read = claims.parse(decodeJwt(signature));
  const lifetime = read.exp - read.iat;
  if (lifetime > LIFETIME_SECONDS_MAX || lifetime <= 0)
    throw new Error("the signature is valid for longer than those of QStash");
  return read;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  if (error instanceof z.ZodError) return "claims";
  if (error instanceof Expired) return "expired";
  if (error instanceof NotYetValid) return "not_yet_valid";
  return error.name === "SignatureError" ? "signature" : "malformed";
}
