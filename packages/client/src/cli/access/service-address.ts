import { usageError } from "../exit-codes.ts";

/** The address as profiles are stored under it. Throws CommandError for one that is not of a service. */
export function toServiceAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "http:" && url?.protocol !== "https:")
    throw usageError(`Cannot use the address '${text}': it must begin with https:// or http://`);
  if (url.username || url.password)
    throw usageError("Cannot use an address that holds a user name or password: run `assay login` without them");
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}

/** Whether what is sent there can be read on the way. */
export function isUnencrypted(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === "http:" && !/^(localhost|127(\.\d+){3}|\[::1\]|.+\.localhost)$/.test(hostname);
}
