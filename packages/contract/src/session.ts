import { z } from "zod";
import { id, isStorableText } from "./primitives.ts";
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
    /** Whether every other route is refused until the first password is changed. */
    mustChangePassword: z.boolean(),
  })
  .meta({ id: "Session" });
export type Session = z.infer<typeof session>;
/** In `details.reason` of FORBIDDEN, while the password is a first one. */
export const PASSWORD_CHANGE_REQUIRED = "PASSWORD_CHANGE_REQUIRED";

const PASSWORD_LENGTH = "must have 8 to 1024 characters";
export const changePasswordBody = z
  .object({
    current: z.string().min(1, "must be the present password").max(1024, "must be the present password"),
    new: z
      .string()
      .min(8, PASSWORD_LENGTH)
      .max(1024, PASSWORD_LENGTH)
      .refine(isStorableText, "must not hold NUL or lone surrogates"),
  })
  .refine((body) => body.new !== body.current, { path: ["new"], message: "must differ from the present one" });
export type ChangePasswordBody = z.infer<typeof changePasswordBody>;

/** What is told without a token. */
export const deployment = z
  .strictObject({
    /** Whether there is no tenant that anybody could sign in to. */
    empty: z.boolean(),
  })
  .meta({ id: "Deployment" });
export type Deployment = z.infer<typeof deployment>;

export const sessionReply = z.strictObject({ session });
