import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { FetchError } from "@assay/contract";
import type { AllowedNetwork } from "./allowed-networks.ts";
import { findUrlProblem, hostOf, isSafeAddress, portOf } from "./find-url-problem.ts";

/** All addresses of a name, as the system resolves it. */
export async function resolveName(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

/** Every address of the URL's host; one that is neither public nor allowed refuses them all. IPv4 first. */
export async function resolvePublicAddresses(
  url: URL,
  resolve: (host: string) => Promise<readonly string[]>,
  signal: AbortSignal,
  allowed: readonly AllowedNetwork[] = [],
): Promise<readonly string[]> {
  const danger = findUrlProblem(url, allowed);
  if (danger) throw new FetchError("UNSAFE_URL", `Cannot fetch from this URL because ${danger}`);
  const host = hostOf(url);
  const addresses = isIP(host) ? [host] : await Promise.race([resolve(host), rejected(signal)]);
  if (addresses.length === 0) throw new FetchError("FETCH_FAILED", `Cannot find an address of '${host}'`);
  if (!addresses.every((address) => isSafeAddress(address, portOf(url), allowed)))
    throw new FetchError("UNSAFE_URL", `Cannot fetch from '${host}' because not all its addresses are public`);
  return addresses.toSorted((a, b) => isIP(a) - isIP(b));
}

function rejected(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  if (signal.aborted) reject(signal.reason);
  signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  return promise;
}
