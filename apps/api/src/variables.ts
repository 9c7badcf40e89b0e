import type { SecondFactorRule, Session } from "@assay/contract";
import type { VerifiedToken } from "@assay/core/ports";
import type { Context as AssayContext } from "@assay/core/tenancy";
import type { ApiServices } from "./services.ts";

/** What middlewares leave for the handlers. */
export interface ApiEnv {
  Variables: {
    requestId: string;
    services: ApiServices;
    /** Set by the session for every route under /api. */
    ctx: AssayContext;
    /** Set by the session too. */
    signIn: {
      readonly token: string;
      /** Undefined for a key and a link. */
      readonly person: VerifiedToken | undefined;
      readonly mustChangePassword: boolean;
      readonly secondFactor: Session["secondFactor"];
      readonly secondFactorRule: SecondFactorRule["required"];
    };
    /** Set by the session too: whether it would let the caller in now as it did. For answers that take long. */
    hasSameAccess: () => Promise<boolean>;
    /** `ctx` with the role that the caller has by now, for what a long request does at its end. Throws FORBIDDEN. */
    renewContext: () => Promise<AssayContext>;
  };
}
