import ipaddr from "ipaddr.js";

/**
 * Whether an address is one of the public internet. Forms that carry another address inside (mapped, NAT64, 6to4,
 * Teredo) are not: where they lead is for a gateway to say.
 */
export function isPublicAddress(address: string): boolean {
  if (!isAddress(address)) return false;
  return ipaddr.parse(address).range() === "unicast" && isGlobal(address);
}

/** Whether a host is a literal address, in the form that URLs and resolvers write; without a zone. */
export function isAddress(host: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(host) || (ipaddr.IPv6.isValid(host) && !host.includes("%"));
}

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

// What IPv6 has not given out yet counts as ordinary to the library.
function isGlobal(address: string): boolean {
  const parsed = ipaddr.parse(address);
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST);
}
