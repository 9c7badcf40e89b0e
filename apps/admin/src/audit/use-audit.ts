import type { AuditEntry, AuditPage } from "@assay/client/admin";
import { useTyped } from "@assay/site/filters";
import { useSearchParam } from "@assay/site/location";
import { useCursor } from "@assay/site/pager";
import { useTenantQuery } from "../app/use-tenant-query.ts";
import { FILTER_NAMES, type FilterTexts, toAuditFilters } from "./filters.ts";

/** What the address says of the filters; those that are not there are omitted. */
export function useAuditFilters(): FilterTexts {
  const [action, objectType, objectId, actor, runId, range, from, to] = [
    useSearchParam("action"),
    useSearchParam("objectType"),
    useTyped("objectId"),
    useSearchParam("actor"),
    useTyped("runId"),
    useSearchParam("range"),
    useSearchParam("from"),
    useSearchParam("to"),
  ];
  const given = { action, objectType, objectId, actor, runId, range, from, to };
  return Object.fromEntries(FILTER_NAMES.flatMap((name) => (given[name] ? [[name, given[name]]] : [])));
}

/** A page of the log. */
export function useAuditPage(filters: FilterTexts) {
  const cursor = useCursor();
  return useTenantQuery({
    key: ["audit", filters, cursor],
    load: async ({ admin }, options) => {
      const page = await admin.audit.page({ ...toAuditFilters(filters), cursor, ...options });
      return { ...page, items: page.entries };
    },
    keepWithin: 1,
  });
}

export interface NamedEntry {
  readonly entry: AuditEntry;
  readonly names: AuditPage["names"];
}

/** One entry by its number; null where the log has none. */
export function useAuditEntry(sequence: number | null) {
  return useTenantQuery<NamedEntry | null>({
    key: ["audit", "entry", sequence],
    load: async ({ admin }, options) => {
      const { entries, names } = await admin.audit.page({ sequence: sequence ?? undefined, limit: 1, ...options });
      return entries[0] ? { entry: entries[0], names } : null;
    },
    enabled: sequence !== null,
  });
}
