import type { Step } from "./tree-blocks.ts";

/** `$.users[3].mfa`; names that are no plain words are quoted. */
export function toPointer(path: readonly Step[]): string {
  return `$${path
    .map((step) => {
      if (typeof step === "number") return `[${step}]`;
      return /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
    })
    .join("")}`;
}
