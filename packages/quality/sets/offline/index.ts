export { EVERYDAY_CASES } from "./everyday-cases.ts";
export { FURTHER_PAIRS } from "./further-statements.ts";
export { KEPT_PAIRS } from "./kept-statements.ts";
export type { PlainPair } from "./plain-pair.ts";
export { PLAIN_PAIRS } from "./plain-statements.ts";
