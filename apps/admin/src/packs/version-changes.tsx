import type { CriteriaVersion, PackBinding } from "@assay/client/admin";
import { Loaded } from "@assay/site/loaded";
import { setSearch, useSearchParam } from "@assay/site/location";
import { EmptyState, Select } from "@assay/ui";
import { DiffDetails } from "./diff-details.tsx";
import { useDiff } from "./use-packs.ts";

interface VersionChangesProps {
  version: CriteriaVersion;
  versions: readonly CriteriaVersion[];
  binding: PackBinding | null;
}

/** What differs from another version: the address names it, else it is the one before. */
export function VersionChanges({ version, versions, binding }: VersionChangesProps) {
  const given = useSearchParam("against");
  const others = versions.filter(({ id }) => id !== version.id);
  const before = others.find((other) => other.version < version.version) ?? others[0];
  const against = others.find(({ id }) => id === given) ?? before;
  const query = useDiff(version.packId, version.id, against?.id);
  if (!against) return <EmptyState title="There is no other version to compare with" />;
  return (
    <div className="flex flex-col gap-4 pt-3">
      <div className="w-full sm:w-72">
        <Select
          label="Compared with"
          value={against.id}
          onChange={(id) => setSearch({ against: id }, { replace: true })}
          options={others.map(({ id, version: number, status }) => ({
            value: id,
            label: `Version ${number}${status === "DRAFT" ? ", draft" : ""}${id === binding?.criteriaVersionId ? ", in use" : ""}`,
          }))}
        />
      </div>
      <Loaded query={query} what="changes">
        {(diff) => (
          <DiffDetails
            diff={diff}
            equal={`Versions ${against.version} and ${version.version} have the same requirements`}
          />
        )}
      </Loaded>
    </div>
  );
}
