import { AssayError } from "@assay/contract";
import { Receiver } from "@upstash/qstash";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { z } from "zod";

export interface CallbackVerifierOptions {
  readonly currentSigningKey: string;
  readonly nextSigningKey: string;
  /** Called with why a delivery was refused, for the log. */
  onRefusal?(reason: string): void;
}

export interface CallbackVerifier {
  /**
   * The body of a delivery that QStash signed for this address: `url` is the public one, as it was published. Throws
   * AssayError UNAUTHORIZED for everything else.
   */
  verify(delivery: {
    readonly signature: string | undefined;
    readonly body: string;
    readonly url: string;
  }): Promise<void>;
}

const LIFETIME_SECONDS_MAX = 600;
const SIGNATURE_LENGTH_MAX = 4096;
const header = z.object({ alg: z.literal("HS256") });
const claims = z.object({ exp: z.number(), iat: z.number(), body: z.string().min(1), sub: z.string().min(1) });

/**
 * The vendor's receiver behind what it leaves open: it takes tokens that never expire, other hashes of HMAC, and a
 * public key while a variable of the environment is set.
 */
export function createCallbackVerifier(options: CallbackVerifierOptions): CallbackVerifier {
  const { currentSigningKey, nextSigningKey, onRefusal } = options;
  const receiver = new Receiver({ currentSigningKey, nextSigningKey, devMode: false });
  return {
    async verify({ signature, body, url }) {
      try {
        if (!signature) throw new Error("there is no signature");
        assertClaims(signature);
        await receiver.verify({ signature, body, url });
      } catch (cause) {
        onRefusal?.(reasonOf(cause, signature));
        throw new AssayError("UNAUTHORIZED", "Cannot take the callback without a valid signature of QStash", { cause });
      }
    },
  };
}

function assertClaims(signature: string): void {
  if (signature.length > SIGNATURE_LENGTH_MAX) throw new Error("the signature is too long");
  header.parse(decodeProtectedHeader(signature));
  const { exp, iat } = claims.parse(decodeJwt(signature));
  if (exp - iat > LIFETIME_SECONDS_MAX || exp <= iat) throw new Error("the signature's lifetime is not QStash's");
}

// The vendor reports what the second key said, so that an expired token reads like a forged one.
function reasonOf(error: unknown, signature: string | undefined): string {
  if (!(error instanceof Error)) return "unknown";
  if (error instanceof z.ZodError) return "claims";
  if (signature && expiredAt(signature) < Date.now() / 1000) return "expired";
  return error.name === "SignatureError" ? "signature" : "malformed";
}

function expiredAt(signature: string): number {
  try {
    return decodeJwt(signature).exp ?? Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
