import { z } from "zod";
import { ERROR_CATALOGUE, type ErrorCode } from "./errors.ts";
import { id } from "./primitives.ts";

const codes = Object.keys(ERROR_CATALOGUE) as [ErrorCode, ...ErrorCode[]];

/** The body of every error reply. `details.help` is the path of the section that explains the code. */
export const errorReply = z.strictObject({
  error: z.enum(codes),
  message: z.string().min(1),
  details: z.looseObject({ help: z.string() }),
  requestId: id,
});
export type ErrorReply = z.infer<typeof errorReply>;
