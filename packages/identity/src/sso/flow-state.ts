import { EncryptJWT, jwtDecrypt } from "jose";
import { z } from "zod";

/** What a way to a provider and back carries along, in its `state`: encrypted, so that no process must remember it. */
const flow = z.object({
  jti: z.string(),
  tenantId: z.string(),
  providerId: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** Of the site that began it, which alone can exchange the code. */
  challenge: z.string(),
  redirectUri: z.string(),
  redirectTo: z.string(),
  maxAgeSeconds: z.number().optional(),
  caller: z.object({ userId: z.string(), mayJoin: z.boolean() }).optional(),
});
export type Flow = z.infer<typeof flow>;

/** How long somebody may take at the provider. */
export const FLOW_MS = 15 * 60_000;

export function createFlowState({ key, now }: { readonly key: Uint8Array; readonly now: () => Date }) {
  return {
    seal: (flow: Flow): Promise<string> =>
      new EncryptJWT({ ...flow })
        .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
        .setExpirationTime(Math.floor((now().getTime() + FLOW_MS) / 1000))
        .encrypt(key),

    /** Undefined for one that was not sealed here, or is too old. */
    async open(state: string): Promise<Flow | undefined> {
      const options = {
        currentDate: now(),
        keyManagementAlgorithms: ["dir"],
        contentEncryptionAlgorithms: ["A256GCM"],
      };
      const opened = await jwtDecrypt(state, key, { ...options, requiredClaims: ["exp"] }).catch(() => undefined);
      return opened && flow.safeParse(opened.payload).data;
    },
  };
}
