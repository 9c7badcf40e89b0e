import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { FetchError } from "@assay/contract";
import { findUrlProblem, hostOf } from "./find-url-problem.ts";
import { isPublicAddress } from "./is-public-address.ts";

/** All addresses of a name, as the system resolves it. */
export async function resolveName(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

/** Every address of the URL's host; one that is not public refuses them all. IPv4 first. */
export async function resolvePublicAddresses(
  url: URL,
  resolve: (host: string) => Promise<readonly string[]>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const danger = findUrlProblem(url);
  if (danger) throw new FetchError("UNSAFE_URL", `Cannot fetch from this URL because ${danger}`);
  const host = hostOf(url);
  const addresses = isIP(host) ? [host] : await Promise.race([resolve(host), rejected(signal)]);
  if (addresses.length === 0) throw new FetchError("FETCH_FAILED", `Cannot find an address of '${host}'`);
  if (!addresses.every(isPublicAddress))
    throw new FetchError("UNSAFE_URL", `Cannot fetch from '${host}' because not all its addresses are public`);
  return addresses.toSorted((a, b) => isIP(a) - isIP(b));
}

function rejected(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  if (signal.aborted) reject(signal.reason);
  signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  return promise;
}
