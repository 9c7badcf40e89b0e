import type { EvidenceKind } from "@assay/client";
import { useSearch } from "@assay/site/location";
import { useSettled } from "@assay/site/use-settled";
import { EVIDENCE_KIND_OPTIONS } from "../../documents/evidence-kind-options.ts";

export interface EvidenceFilterState {
  readonly judged: boolean;
  readonly cited: boolean | undefined;
  readonly kind: EvidenceKind | undefined;
  /** Part of the name, as it is sought. */
  readonly q: string;
}

/** What takes the filters out of the address, but for judged or left out. */
export const NO_EVIDENCE_FILTER = { q: null, kind: null, cited: null } as const;

const CITED: Readonly<Record<string, boolean>> = { yes: true, no: false };

/** Which documents of the run are shown: all of it is in the address. */
export function useEvidenceFilter(): EvidenceFilterState {
  const search = useSearch();
  const judged = search.get("evidence") !== "left-out";
  const asked = search.get("kind");
  return {
    judged,
    // What is left out is of no kind, and nothing cites it.
    cited: judged ? CITED[search.get("cited") ?? ""] : undefined,
    kind: judged ? EVIDENCE_KIND_OPTIONS.find(({ value }) => value === asked)?.value : undefined,
    q: useSettled(search.get("q")?.trim() ?? ""),
  };
}
