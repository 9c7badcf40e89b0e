import ipaddr from "ipaddr.js";
import { isAddress } from "./is-public-address.ts";

/** Addresses of the operator's own network, at one port. */
export interface AllowedNetwork {
  /** The network's first address, and how many of its bits are fixed. */
  readonly network: string;
  readonly prefix: number;
  /** Undefined: 80 and 443. */
  readonly port: number | undefined;
}

export const STANDARD_PORTS: readonly number[] = [80, 443];

/** The widest networks that private addresses have: 10.0.0.0/8 and fc00::/7. */
const PREFIX_MIN = { ipv4: 8, ipv6: 7 } as const;

/** Where machines ask for the credentials of their cloud: no setting opens these. */
const METADATA: ReadonlySet<string> = new Set([
  "100.100.100.200",
  "fd00:ec2::254",
  "fd00:ec2::23",
  "fd00:c1::a9fe:a9fe",
  "fd00:42::42",
  "fd20:ce::254",
]);
/** Ranges as ipaddr.js names them; the last five carry an IPv4 address. */
const NEVER: ReadonlySet<string> = new Set([
  ...["unspecified", "broadcast", "multicast", "linkLocal"],
  ...["ipv4Mapped", "rfc6145", "rfc6052", "6to4", "teredo"],
]);

/** Reads `10.1.0.0/16`, `10.1.2.3:8080` or `[fd00::/8]:8443`. Returns what is wrong where it is none of these. */
export function readAllowedNetwork(text: string): AllowedNetwork | string {
  const parts = /^\[([^\]]+)\](?::(\d+))?$/.exec(text) ?? /^([\d./]+)(?::(\d+))?$/.exec(text) ?? [text, text];
  const [, given = "", portText] = parts;
  const port = portText === undefined ? undefined : Number(portText);
  if (port !== undefined && (port < 1 || port > 65_535)) return `'${text}' must have a port from 1 to 65535`;
  const [address = "", bits, ...more] = given.split("/");
  if (!isAddress(address) || more.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits)))
    return `'${text}' must be a network such as 10.1.0.0/16, 10.1.2.3:8080 or [fd00::/8]:8443`;
  const parsed = ipaddr.parse(address);
  const kind = parsed.kind();
  const longest = kind === "ipv4" ? 32 : 128;
  const prefix = bits === undefined ? longest : Number(bits);
  if (prefix > longest || prefix < PREFIX_MIN[kind])
    return `'${text}' must have a prefix from ${PREFIX_MIN[kind]} to ${longest}`;
  const first = firstOf(parsed, prefix);
  if (first.toString() !== parsed.toString())
    return `'${text}' must begin with the network's first address: ${first.toString()}/${prefix}`;
  if (isNever(parsed)) return `'${text}' must not be link-local, multicast, unspecified or an IPv4 address in IPv6`;
  return { network: first.toString(), prefix, port };
}

/** Whether an operator's networks hold this address at this port. The services of clouds for credentials never are in one. */
export function isAllowed(address: string, port: number, networks: readonly AllowedNetwork[]): boolean {
  if (networks.length === 0 || !isAddress(address)) return false;
  const parsed = ipaddr.parse(address);
  if (isNever(parsed)) return false;
  return networks.some((each) => {
    const network = ipaddr.parse(each.network);
    return isPortOf(each, port) && network.kind() === parsed.kind() && parsed.match(network, each.prefix);
  });
}

/** Whether any of the networks is at this port. */
export function allowsPort(port: number, networks: readonly AllowedNetwork[]): boolean {
  return networks.some((each) => isPortOf(each, port));
}

function isPortOf({ port }: AllowedNetwork, asked: number): boolean {
  return port === undefined ? STANDARD_PORTS.includes(asked) : port === asked;
}

function isNever(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return NEVER.has(address.range()) || METADATA.has(address.toString());
}

function firstOf(address: ipaddr.IPv4 | ipaddr.IPv6, prefix: number): ipaddr.IPv4 | ipaddr.IPv6 {
  const cidr = `${address.toString()}/${prefix}`;
  return address.kind() === "ipv4"
    ? ipaddr.IPv4.networkAddressFromCIDR(cidr)
    : ipaddr.IPv6.networkAddressFromCIDR(cidr);
}
