import { z } from "zod";
import { id } from "./primitives.ts";
import { ROLES } from "./statuses.ts";

/** Who a token acts as, and on which packs. */
export const session = z
  .strictObject({
    /** A user's id, or `api-key:<id>`. */
    actorId: z.string(),
    role: z.enum(ROLES),
    tenant: z.strictObject({ id, name: z.string() }),
    /** The packs that the tenant uses, each at the version that a new run takes. */
    packs: z.array(z.strictObject({ id, name: z.string(), criteriaVersionId: id, version: z.int().positive() })),
  })
  .meta({ id: "Session" });
export type Session = z.infer<typeof session>;
/** What is told without a token. */
export const deployment = z
  .strictObject({
    /** Whether there is no tenant that anybody could sign in to. */
    empty: z.boolean(),
  })
  .meta({ id: "Deployment" });
export type Deployment = z.infer<typeof deployment>;

export const sessionReply = z.strictObject({ session });
