/** The driver that suits the address of a server. */
export function driverOf(url: string): "pg" | "neon" {
  return /(^|\.)neon\.tech$/i.test(new URL(url).hostname) ? "neon" : "pg";
}
