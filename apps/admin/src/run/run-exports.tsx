import type { AdminRun } from "@assay/client/admin";
import { ErrorPanel } from "@assay/site/error-panel";
import { ExportRows } from "@assay/site/export-rows";
import { Skeleton } from "@assay/ui";
import { Section } from "../app/section.tsx";
import { clientsOf, useTenantId } from "../app/tenant.ts";
import { useTenantQuery } from "../app/use-tenant-query.ts";

/** The files that the run made, and its snapshot, each with its hash. */
export function RunExports({ run }: { run: AdminRun }) {
  const tenantId = useTenantId();
  const exports = useTenantQuery({
    key: ["run", run.id, "exports", run.status],
    load: ({ assay }, options) => assay.runs.exports(run.id, options),
  });
  const open = async () => (await clientsOf(tenantId)).assay.runs;
  return (
    <Section title="Exports">
      {exports.error && !exports.data ? (
        <ErrorPanel title="The exports cannot be shown" error={exports.error} onRetry={() => void exports.refetch()} />
      ) : !exports.data ? (
        <Skeleton className="h-40" />
      ) : exports.data.length === 0 ? (
        <p className="rounded-lg border border-line px-4 py-3 text-sm text-muted">{describeNone(run)}</p>
      ) : (
        <ul aria-label="Exports" className="divide-y divide-line rounded-lg border border-line">
          <ExportRows exports={exports.data} download={async (id) => (await open()).download(run.id, id)} />
        </ul>
      )}
    </Section>
  );
}

function describeNone({ status, triggerType }: AdminRun): string {
  if (triggerType === "import") return "None: the run was imported with its results.";
  return status === "FAILED" ? "None: the run failed before they were created." : "The last step creates them.";
}
