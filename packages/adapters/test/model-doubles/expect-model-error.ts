import { inspect } from "node:util";
import { MODEL_ERROR_CATALOGUE, ModelError, type ModelErrorCode } from "@assay/contract";
import { expect } from "vitest";

export interface ExpectedError {
  readonly code: ModelErrorCode;
  readonly transient: boolean;
  readonly message?: RegExp;
  readonly retryAfterSeconds?: number;
}

/** The ModelError of a call, as the engine, the log and an operator see it: with none of the secrets anywhere in it. */
export async function expectModelError(
  call: Promise<unknown>,
  { code, transient, message = /^Cannot /, retryAfterSeconds }: ExpectedError,
  secrets: readonly string[],
): Promise<void> {
  const error = await call.then(
    () => expect.fail("The call succeeded"),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ModelError);
  const failure = error as ModelError;
  expect({ code: failure.code, transient: MODEL_ERROR_CATALOGUE[failure.code].transient }).toEqual({ code, transient });
  expect(failure.message).toMatch(message);
  expect(failure.retryAfterSeconds).toBe(retryAfterSeconds);
  expect(failure.answered?.status.toString()).toBe(/status (\d+)/.exec(failure.message)?.[1]);
  const seen = `${inspect(failure, { depth: 9, showHidden: true })}${failure.stack}`;
  for (const secret of secrets) expect(seen).not.toContain(secret);
}
