import { AssayError, type LinkCapability } from "@assay/contract";
import type { LinkAccess } from "./context.ts";

type Asking = { readonly link?: LinkAccess };

/** Throws FORBIDDEN for an auditor's link. */
export function refuseLink({ link }: Asking): void {
  if (link) throw new AssayError("FORBIDDEN", "Cannot do this with an auditor's link: it shows one run only");
}

/** Throws FORBIDDEN for an auditor's link of another run: the same for one that exists and one that does not. */
export function requireRunOfLink({ link }: Asking, runId: string): void {
  if (link && link.runId !== runId)
    throw new AssayError("FORBIDDEN", "Cannot look at this run with this auditor's link: it shows another run only");
}

/** Throws FORBIDDEN for an auditor's link without at least one of the capabilities. */
export function requireCapability({ link }: Asking, ...anyOf: readonly LinkCapability[]): void {
  if (link && !anyOf.some((capability) => link.capabilities.includes(capability)))
    throw new AssayError(
      "FORBIDDEN",
      `Cannot do this with this auditor's link because it must allow ${anyOf.join(" or ")}: it allows ${link.capabilities.join(", ")}`,
    );
}

/** Returns what an auditor's link gives its holder. Throws FORBIDDEN for anybody else. */
export function requireLink({ link }: Asking): LinkAccess {
  if (!link) throw new AssayError("FORBIDDEN", "Cannot do this without an auditor's link: it is for the holder of one");
  return link;
}
