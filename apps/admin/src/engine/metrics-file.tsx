import type { EngineMetrics } from "@assay/client/admin";
import { messageOf } from "@assay/site/error-panel";
import { FilePicker } from "@assay/site/file-picker";
import { useFileDrop } from "@assay/site/use-file-drop";
import { useState } from "react";
import { Section } from "../app/section.tsx";
import { useTenantAct } from "../app/use-tenant-query.ts";

const BYTES_MAX = 1_000_000;

/** Stores the file that the command wrote; the service says what of it is not of this version. */
export function MetricsFile({ id }: { id: string }) {
  const [wrong, setWrong] = useState<string>();
  const store = useTenantAct(({ admin }, metrics: EngineMetrics) => admin.retrievalVersions.storeMetrics(id, metrics));
  const read = async (file: File | undefined) => {
    if (!file) return;
    store.reset();
    const metrics = file.size > BYTES_MAX ? undefined : parse(await file.text());
    setWrong(metrics ? undefined : `Cannot read ${file.name}: choose a file that the command wrote`);
    if (metrics) store.mutate(metrics);
  };
  const { isOver, target } = useFileDrop(([first]) => void read(first), true);
  return (
    <Section title="Store metrics">
      <div className="flex flex-col gap-2" {...target}>
        <FilePicker accept=".json" isOver={isOver} onFiles={([first]) => void read(first)} />
        <p className="text-xs text-muted">
          The file that <code>npm run quality -- meaning --out</code> wrote. The newest counts, and earlier ones are
          kept.
        </p>
        <div role="alert" className="text-sm text-missing empty:hidden">
          {wrong ?? (store.error && messageOf(store.error))}
        </div>
        <div role="status" className="text-sm empty:hidden">
          {store.isSuccess && !wrong && "Stored"}
        </div>
      </div>
    </Section>
  );
}

function parse(text: string): EngineMetrics | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as EngineMetrics) : undefined;
  } catch {
    return undefined;
  }
}
