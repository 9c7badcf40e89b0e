import type { SignOn } from "@assay/core/ports";

/** Providers that all answer, and a DNS that holds what a test gives it. */
export function createMemorySignOn(): SignOn & { readonly texts: Map<string, string[]> } {
  const texts = new Map<string, string[]>();
  return {
    texts,
    checkIssuer: () => {},
    findProblem: async () => undefined,
    findTexts: async (name) => texts.get(name) ?? [],
    begin: () => Promise.reject(new Error("Nobody signs in here")),
    finish: () => Promise.reject(new Error("Nobody signs in here")),
  };
}
