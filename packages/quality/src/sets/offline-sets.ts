import * as z from "zod";
import { readSet } from "./read-set.ts";

/** A requirement with a passage that an auditor would take for sound proof of it, and one that looks like proof and is none. */
const plainPair = z.strictObject({
  /** `tuned` was looked at while the rules were made. */
  half: z.enum(["tuned", "kept back"]),
  domain: z.string(),
  requirement: z.string().min(1),
  criterion: z.string(),
  document: z.string(),
  sound: z.string().min(1),
  unsound: z.string().min(1),
  /** The requirement has a quantity. */
  figure: z.literal(true).optional(),
});
export type PlainPair = Readonly<z.infer<typeof plainPair>>;

const PAIRS: readonly PlainPair[] = readSet("offline-pairs", plainPair);
export const TUNED_PAIRS = PAIRS.filter(({ half }) => half === "tuned");
export const KEPT_BACK_PAIRS = PAIRS.filter(({ half }) => half === "kept back");

/** Everyday evidence that has the requirement's words and does not meet it, as one or more documents. */
const everydayCase = z.strictObject({ requirement: z.string().min(1), texts: z.array(z.string()).min(1) });

export const EVERYDAY_CASES = readSet("everyday", everydayCase);
