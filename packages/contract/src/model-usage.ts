import { ModelError, type ModelUsage } from "./errors.ts";

/** What several calls used together. */
export function addUsage(...calls: readonly (ModelUsage | undefined)[]): ModelUsage {
  const sum = (of: (usage: ModelUsage) => number) => calls.reduce((all, usage) => all + (usage ? of(usage) : 0), 0);
  return {
    tokensIn: sum(({ tokensIn }) => tokensIn),
    tokensOut: sum(({ tokensOut }) => tokensOut),
    costUsd: sum(({ costUsd }) => costUsd),
  };
}

/** A call that follows others: should it fail, its error says what all of them used. */
export async function after<T>(usage: ModelUsage, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw error instanceof ModelError ? withUsage(error, addUsage(usage, error.usage)) : error;
  }
}

/** The same error, which says what its calls used. */
export function withUsage(error: ModelError, usage: ModelUsage): ModelError {
  const { code, message, retryAfterSeconds, answered, cause } = error;
  return new ModelError(code, message, {
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(answered === undefined ? {} : { answered }),
    cause,
    usage,
  });
}
