import type { PackFormat } from "@assay/client/admin";

/** Bytes at the beginning of a file that tell its format. */
export const HEAD_BYTES = 64 * 1024;

/** The format that a file's name and beginning speak for; null where they speak for none. */
export function guessFormat(name: string, head: string): PackFormat | null {
  const extension = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  if (extension === "csv") return "csv";
  if (extension === "yaml" || extension === "yml") return "ciso-assistant";
  if (extension !== "json") return null;
  if (head.includes('"assay-pack/')) return "assay-json";
  return /"catalog"\s*:/.test(head) ? "oscal" : "assay-json";
}
