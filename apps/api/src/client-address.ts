import { BlockList, isIP } from "node:net";

/** What a request says of where it comes from. */
export interface Sender {
  /** Of the connection. */
  readonly remote: string | undefined;
  /** `X-Forwarded-For`, which anyone can write. */
  readonly forwardedFor: string | undefined;
}

/** Longer chains are none that anybody configured. */
const HOPS_MAX = 32;

/**
 * Returns the function that finds the client's address: that of the connection, and behind a trusted proxy the last one
 * that no trusted proxy has, read from right to left, for each proxy adds at the right what it saw.
 */
export function createClientAddress(trustedProxies: readonly string[]): (sender: Sender) => string {
  const trusted = new BlockList();
  for (const text of trustedProxies) addNetwork(trusted, text);
  const isTrusted = (address: string) => trusted.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
  return ({ remote = "", forwardedFor = "" }) => {
    let address = plainAddress(remote) ?? "";
    if (address === "" || !isTrusted(address)) return address;
    for (const hop of forwardedFor.split(",").slice(-HOPS_MAX).reverse()) {
      const before = plainAddress(hop.trim());
      // A proxy that writes something else tells nothing of what is before it.
      if (before === undefined) return address;
      address = before;
      if (!isTrusted(address)) return address;
    }
    return address;
  };
}

function addNetwork(list: BlockList, text: string): void {
  const [address = "", prefix] = text.split("/");
  const family = isIP(address) === 6 ? "ipv6" : "ipv4";
  if (prefix === undefined) list.addAddress(address, family);
  else list.addSubnet(address, Number(prefix), family);
}

/** Without a port, brackets, a zone, and the form of an IPv4 address within IPv6; undefined for what is no address. */
function plainAddress(text: string): string | undefined {
  const unwrapped =
    /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/.exec(text)?.[1] ?? text;
  const address = unwrapped.replace(/%.*$/, "").replace(/^::ffff:(?=\d+\.)/i, "");
  return isIP(address) === 0 ? undefined : address;
}
