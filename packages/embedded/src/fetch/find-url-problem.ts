import { type AllowedNetwork, allowsPort, isAllowed, STANDARD_PORTS } from "./allowed-networks.ts";
import { isAddress, isPublicAddress } from "./is-public-address.ts";

const PRIVATE_NAME = /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home\.arpa)$/;

/**
 * Why a URL may not be fetched, by what it says itself; undefined when only its addresses can tell. In the networks that
 * an operator allows, any host may be named.
 */
export function findUrlProblem(url: URL, allowed: readonly AllowedNetwork[] = []): string | undefined {
  if (url.protocol !== "http:" && url.protocol !== "https:") return `it must be http or https: it is '${url.protocol}'`;
  if (url.username !== "" || url.password !== "") return "it must not contain credentials";
  const port = portOf(url);
  const own = allowsPort(port, allowed);
  if (!own && !STANDARD_PORTS.includes(port)) return `it must use port 80 or 443: it uses ${port}`;
  const host = hostOf(url);
  if (isAddress(host)) {
    if (isSafeAddress(host, port, allowed)) return undefined;
    return own
      ? `its address must be one that the operator allows at port ${port}: '${host}' is not`
      : `its address must be public: '${host}' is not`;
  }
  const name = host.replace(/\.$/, "");
  if (name.split(".").includes("") || (!own && (!name.includes(".") || PRIVATE_NAME.test(name))))
    return `its host name must be public: '${host}' is not`;
  return undefined;
}

/** Whether a connection may go there: to the public internet at the ports of the web, or into a network of the operator. */
export function isSafeAddress(address: string, port: number, allowed: readonly AllowedNetwork[]): boolean {
  return (STANDARD_PORTS.includes(port) && isPublicAddress(address)) || isAllowed(address, port, allowed);
}

/** The port that a connection goes to. */
export function portOf(url: URL): number {
  if (url.port !== "") return Number(url.port);
  return url.protocol === "https:" ? 443 : 80;
}

/** The host without the brackets of an IPv6 address. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1");
}
