import { isAddress, isPublicAddress } from "./is-public-address.ts";

const PORTS: ReadonlySet<string> = new Set(["", "80", "443"]);
const PRIVATE_NAME = /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home\.arpa)$/;

/** Why a URL may not be fetched, by what it says itself; undefined when only its addresses can tell. */
export function findUrlProblem(url: URL): string | undefined {
  if (url.protocol !== "http:" && url.protocol !== "https:") return `it must be http or https: it is '${url.protocol}'`;
  if (url.username !== "" || url.password !== "") return "it must not contain credentials";
  if (!PORTS.has(url.port)) return `it must use port 80 or 443: it uses ${url.port}`;
  const host = hostOf(url);
  if (isAddress(host)) return isPublicAddress(host) ? undefined : `its address must be public: '${host}' is not`;
  const name = host.replace(/\.$/, "");
  if (!name.includes(".") || name.split(".").includes("") || PRIVATE_NAME.test(name))
    return `its host name must be public: '${host}' is not`;
  return undefined;
}

/** The host without the brackets of an IPv6 address. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1");
}
