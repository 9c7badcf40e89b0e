import * as z from "zod";
import { readSet } from "./read-set.ts";

const answerForm = z.strictObject({
  /** Whether it is the right answer, as `QUOTES` prove it; another must not become COMPLETE. */
  right: z.boolean(),
  name: z.string().min(1),
  /** `tuned`: looked at while the reader was made; `kept back`: written before, and run when it was done. */
  half: z.enum(["tuned", "kept back"]),
  /** What the model says. */
  said: z.string(),
  /** What it gives where it names no part: that much is proved, and nobody says of what. */
  bounded: z.literal(true).optional(),
});
export type AnswerForm = Readonly<z.infer<typeof answerForm>>;

const FORMS: readonly AnswerForm[] = readSet("answers", answerForm);
/** Forms of one right answer: each has to give the right verdict. */
export const RIGHT_FORMS = FORMS.filter(({ right }) => right);
/** What must not become COMPLETE. */
export const FALSE_FORMS = FORMS.filter(({ right }) => !right);
