import type { Config } from "../config.ts";
import type { Finding } from "./finding.ts";

/** Settings that are set and have no effect any more. */
export function checkSettings({ removed }: Config): Finding[] {
  return removed.map(({ advice }) => ({ ok: true, warns: true, text: advice }));
}
