import { AssayError } from "@assay/contract";
import type { SignOn } from "../ports/sign-on.ts";

/** Throws INVALID_STATE where people do not sign in at this service itself. */
export function requireSignOn(signOn: SignOn | undefined): SignOn {
  if (signOn) return signOn;
  throw new AssayError(
    "INVALID_STATE",
    "Cannot configure single sign-on because people sign in through Supabase here: configure it in the Supabase project",
  );
}
