import { z } from "zod";
import { SECOND_FACTOR_RULES } from "./statuses.ts";

export const secondFactorRule = z.strictObject({
  required: z
    .enum(SECOND_FACTOR_RULES)
    .describe(
      "Who of the tenant's people needs a second factor: nobody, anyone who signs, approves or changes people, or everybody.",
    ),
});
export type SecondFactorRule = z.infer<typeof secondFactorRule>;
