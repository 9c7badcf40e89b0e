import type { LinkCapability } from "@assay/client";
import { TEXT_LIMITS } from "@assay/contract/text-limits";
import { here, setSearch } from "@assay/site/location";

/** What the command line proposes in the address; a person reads it, changes it and creates the link. */
export interface ProposedLink {
  readonly label: string;
  readonly further: LinkCapability[];
  readonly days: number | undefined;
}

const DAYS_MAX = 90;
const FURTHER: Readonly<Record<string, LinkCapability>> = { comment: "COMMENT", request: "REQUEST" };

/** What the address proposes; undefined where it proposes nothing. Words that it may not hold are ignored. */
export function readProposal({ searchParams }: URL = here()): ProposedLink | undefined {
  if (searchParams.get("link") !== "new") return undefined;
  const days = Number(searchParams.get("days"));
  const words = (searchParams.get("may") ?? "").split(",");
  return {
    label: (searchParams.get("for") ?? "").slice(0, TEXT_LIMITS.linkLabel),
    further: Object.entries(FURTHER).flatMap(([word, capability]) => (words.includes(word) ? [capability] : [])),
    days: Number.isInteger(days) && days >= 1 && days <= DAYS_MAX ? days : undefined,
  };
}

/** Takes the proposal out of the address, so that a reload does not make it again. */
export function endProposal(): void {
  if (here().searchParams.has("link")) setSearch({ link: null, for: null, days: null, may: null }, { replace: true });
}
