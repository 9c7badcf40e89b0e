import { expect } from "vitest";
import { expectError } from "./test-client.ts";

/**
 * Acts until it is refused, which on a slow machine is later, as the share fills again meanwhile: the reply must ask for
 * no less time than what was served leaves. `act` gets how many were served before it. Returns how many were.
 */
export async function expectRateLimit(perMinute: number, act: (served: number) => Promise<Response>): Promise<number> {
  const begun = performance.now();
  let served = 0;
  let response = await act(served);
  for (; response.ok; response = await act(served)) served++;
  const seconds = (performance.now() - begun) / 1000;
  const { details } = await expectError(response, 429, "RATE_LIMITED");
  expect(details).toEqual({ limitPerMinute: perMinute });
  expect(served).toBeGreaterThanOrEqual(perMinute);
  const retryAfter = Number(response.headers.get("Retry-After"));
  expect(retryAfter).toBeGreaterThan(0);
  expect(retryAfter).toBeGreaterThanOrEqual((60 / perMinute) * (served + 1 - perMinute) - seconds);
  return served;
}
