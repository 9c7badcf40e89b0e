import type { CriteriaVersion, Tenant } from "@assay/client/admin";
import { formatCount } from "@assay/site/format";
import { Loaded, type LoadedProps } from "@assay/site/loaded";
import { StateLabel, type Tone } from "@assay/ui";
import type { BindPreview } from "./bind-preview-query.ts";
import { DiffDetails } from "./diff-details.tsx";

export type BoundTenant = Pick<Tenant, "id" | "name">;

interface BindPreviewCardProps {
  tenant: BoundTenant;
  query: LoadedProps<BindPreview>["query"];
  version: CriteriaVersion;
  /** True once it is bound, else why it is not. */
  outcome: true | string | undefined;
}

/** What changes for one tenant. */
export function BindPreviewCard({ tenant, query, version, outcome }: BindPreviewCardProps) {
  return (
    <section aria-label={tenant.name} className="flex flex-col gap-3 rounded-lg border border-line p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="min-w-0 flex-1 text-sm font-medium break-words">{tenant.name}</h2>
        {outcome !== undefined && <Outcome outcome={outcome} version={version} />}
      </div>
      <Loaded query={query} what={`use by ${tenant.name}`} rows={2}>
        {(preview) => <Preview preview={preview} version={version} />}
      </Loaded>
    </section>
  );
}

function Outcome({ outcome, version }: { outcome: true | string; version: CriteriaVersion }) {
  const [tone, label]: [Tone, string] =
    outcome === true ? ["complete", `Bound to version ${version.version}`] : ["missing", "Not bound"];
  return (
    <>
      <StateLabel tone={tone} label={label} />
      {outcome !== true && (
        <p role="alert" className="basis-full text-sm text-missing">
          {outcome}
        </p>
      )}
    </>
  );
}

function Preview({
  preview: { binding, diff, activeRun },
  version,
}: {
  preview: BindPreview;
  version: CriteriaVersion;
}) {
  return (
    <>
      <p className="text-sm">{describeChange(binding?.version, version)}</p>
      {activeRun && (
        <p className="text-sm text-muted">
          A run is under way ({activeRun.assessedCount} of {activeRun.totalRequirements} assessed): it keeps the version
          that it pinned.
        </p>
      )}
      {diff && (
        <details className="text-sm">
          <summary className="font-medium">
            {formatCount(diff.added.length, "requirement")} added, {diff.removed.length} removed, {diff.changed.length}{" "}
            changed
          </summary>
          <div className="mt-3">
            <DiffDetails diff={diff} equal="Both versions have the same requirements" />
          </div>
        </details>
      )}
    </>
  );
}

function describeChange(from: number | undefined, { version, requirementCount }: CriteriaVersion): string {
  if (from === undefined)
    return `Does not use this pack yet: its runs will be able to assess ${formatCount(requirementCount, "requirement")}.`;
  if (from === version) return `Already uses version ${version}: nothing changes.`;
  return `From version ${from} to version ${version}:`;
}
