import type { Document } from "@assay/client";
import { assay } from "@assay/site/assay";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { refreshDocuments } from "../refresh-documents.ts";
import { applyAct, type BulkKind, type BulkValues } from "./bulk-acts.ts";
import { type Outcome, runBulk } from "./run-bulk.ts";

export interface BulkRun {
  readonly kind: BulkKind;
  readonly values: BulkValues;
  readonly documents: readonly Document[];
  readonly outcomes: readonly Outcome[];
  readonly isRunning: boolean;
}

/** The action on several documents that is under way or has ended. */
export function useBulk() {
  const queries = useQueryClient();
  const [run, setRun] = useState<BulkRun>();
  const stop = useRef<AbortController>(undefined);
  const start = async (
    kind: BulkKind,
    documents: readonly Document[],
    values: BulkValues = {},
    kept: readonly Outcome[] = [],
  ) => {
    const controller = new AbortController();
    stop.current = controller;
    setRun({ kind, values, documents, outcomes: kept, isRunning: true });
    const client = await assay();
    const known = new Set(kept.map(({ document }) => document.id));
    const rest = documents.filter(({ id }) => !known.has(id));
    await runBulk(rest, (document) => applyAct(client, kind, document, values), {
      signal: controller.signal,
      onOutcome: (outcome) => setRun((before) => before && { ...before, outcomes: [...before.outcomes, outcome] }),
    });
    setRun((before) => before && { ...before, isRunning: false });
    await refreshDocuments(queries);
  };
  return { run, start: (...what: Parameters<typeof start>) => void start(...what), stop: () => stop.current?.abort() };
}
