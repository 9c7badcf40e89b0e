import type { Settings } from "@assay/client/admin";
import { ErrorPanel } from "@assay/site/error-panel";
import { Filters, TextFilter } from "@assay/site/filters";
import { useSearchParam } from "@assay/site/location";
import { EmptyState, Notice, SkeletonList } from "@assay/ui";
import { Page } from "../app/page.tsx";
import { useSettings } from "../app/use-settings.ts";
import { describeSettings, findSettings, type SettingGroup } from "./describe-settings.ts";

export default function SettingsView() {
  const { data, error, refetch } = useSettings();
  const sought = useSearchParam("q") ?? "";
  const groups = data ? findSettings(describeSettings(data), sought) : [];
  return (
    <Page
      title="Settings"
      scope="all"
      lead="The settings of this deployment. Nothing here can be changed from the console: each value is an environment variable that is read once at start. To change one, the operator sets it and restarts every process."
    >
      {data ? (
        <>
          <SuperAdminMode settings={data} />
          <Filters label="Find a setting">
            <TextFilter name="q" label="Find a setting or variable" className="col-span-2 w-full sm:w-72" />
          </Filters>
          {groups.length === 0 && <EmptyState title="No setting matches">Change the search to see others.</EmptyState>}
          <div className="lg:columns-2 lg:gap-8">
            {groups.map((group) => (
              <Group key={group.title} group={group} />
            ))}
          </div>
          <p className="text-sm text-muted">
            Secrets, addresses and folders are never shown.{" "}
            <code className="font-mono text-xs">docs/operate/configuration.md</code> lists every variable.
          </p>
        </>
      ) : error ? (
        <ErrorPanel title="The settings cannot be shown" error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonList label="Loading the settings" rows={12} />
      )}
    </Page>
  );
}

function SuperAdminMode({ settings }: { settings: Settings }) {
  const { superAdminMode } = settings.service;
  return superAdminMode.value ? (
    <Notice tone="partial" title="Super-admin mode is on">
      A super administrator can act in every tenant. Each access is an entry in that tenant's audit log. Turn it off
      with SUPER_ADMIN_MODE=false when it is not needed.
    </Notice>
  ) : (
    <Notice tone="complete" title="Super-admin mode is off">
      Nobody reaches another tenant's data, whatever their role. SUPER_ADMIN_MODE=true turns it on.
    </Notice>
  );
}

function Group({ group: { title, note, rows } }: { group: SettingGroup }) {
  return (
    <div className="mb-6 flex break-inside-avoid flex-col gap-2">
      <h2 className="text-sm font-semibold">{title}</h2>
      {note && <p className="text-xs text-muted">{note}</p>}
      <dl className="flex flex-col rounded-lg border border-line text-sm">
        {rows.map(({ term, value, setBy }) => (
          <div
            key={term}
            className="grid gap-x-4 gap-y-0.5 border-b border-line px-3 py-2 last:border-b-0 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]"
          >
            <dt className="text-muted">{term}</dt>
            <dd className="min-w-0">
              <span className="break-words">{value}</span>
              <span className="mt-0.5 block text-xs break-words text-muted">
                {setBy.length === 0 ? (
                  "Comes with the release"
                ) : (
                  <>
                    Changed with <Variables names={setBy} />
                  </>
                )}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Names are long: they break between each other, and within only where a line is shorter than one. */
function Variables({ names }: { names: readonly string[] }) {
  return names.map((name, at) => (
    <span key={name}>
      {at > 0 && ", "}
      <code className="inline-block max-w-full font-mono break-all">{name}</code>
    </span>
  ));
}
