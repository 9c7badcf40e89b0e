import type { CorpusActivation, CorpusIngestion } from "@assay/client/admin";
import { messageOf } from "@assay/site/error-panel";
import { formatCount, formatDateTime } from "@assay/site/format";
import { Link } from "@assay/site/link";
import { Loaded } from "@assay/site/loaded";
import { navigate, setSearch, useSearchParam } from "@assay/site/location";
import { Button, EmptyState, Notice } from "@assay/ui";
import { useState } from "react";
import { Page } from "../app/page.tsx";
import { hrefTo } from "../app/tenant.ts";
import { useTenantAct } from "../app/use-tenant-query.ts";
import { compareSets, type SetChange } from "./compare-sets.ts";
import { PackSelect } from "./pack-select.tsx";
import { useActiveActivation, useCompleted } from "./use-corpus.ts";

/** Chooses what new runs of a pack take. */
export default function ActivateView() {
  const packId = useSearchParam("packId") ?? "";
  const completed = useCompleted(packId);
  const inForce = useActiveActivation(packId);
  return (
    <Page
      title="Activate guidance"
      scope="all"
      back={{ href: hrefTo("/corpus", { packId, part: "activations" }), label: "Guidance" }}
      lead="Runs of all tenants that start afterwards use exactly what is chosen here. Runs that have started keep what they pinned, and you can choose the earlier guidance again."
    >
      <div className="w-full sm:w-72">
        <PackSelect
          label="Pack"
          value={packId}
          none="Choose a pack"
          onChange={(value) => setSearch({ packId: value, add: null }, { replace: true })}
        />
      </div>
      {packId === "" ? (
        <EmptyState title="Choose a pack">Guidance is active for one pack.</EmptyState>
      ) : (
        <Loaded query={inForce} what="active guidance">
          {(activation) => (
            <Loaded query={completed} what="completed guidance">
              {(ingestions) => <Choice key={packId} packId={packId} activation={activation} ingestions={ingestions} />}
            </Loaded>
          )}
        </Loaded>
      )}
    </Page>
  );
}

interface ChoiceProps {
  packId: string;
  activation: CorpusActivation | null;
  ingestions: readonly CorpusIngestion[];
}

function Choice({ packId, activation, ingestions }: ChoiceProps) {
  const before = activation?.ingestionIds ?? [];
  const add = useSearchParam("add");
  const [chosen, setChosen] = useState(() => start(before, add, ingestions));
  const activate = useTenantAct(
    ({ admin }, ingestionIds: readonly string[]) => admin.corpus.activate({ packId, ingestionIds }),
    { onSuccess: () => navigate(hrefTo("/corpus", { packId, part: "activations" })) },
  );
  const change = compareSets(before, chosen);
  const isSame = change.added.length + change.removed.length === 0;
  if (ingestions.length === 0)
    return (
      <EmptyState title="Nothing can be activated yet">
        Guidance must be read and indexed first: add a page or a file on the page Corpus.
      </EmptyState>
    );
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <Sources
        ingestions={ingestions}
        before={before}
        chosen={chosen}
        onToggle={(id) => setChosen((ids) => (ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id]))}
      />
      <section aria-label="What changes" className="flex flex-col gap-3 self-start rounded-lg border border-line p-4">
        <h2 className="text-sm font-medium">What changes</h2>
        <ChangeList change={change} names={new Map(ingestions.map(({ id, filename }) => [id, filename]))} />
        {chosen.length === 0 && !isSame && (
          <Notice tone="partial" title="No guidance">
            New runs of the pack then use no guidance.
          </Notice>
        )}
        <div role="alert" className="text-sm text-missing empty:hidden">
          {activate.error && messageOf(activate.error)}
        </div>
        <Button look="primary" disabled={isSame} busy={activate.isPending} onClick={() => activate.mutate(chosen)}>
          Activate
        </Button>
        {isSame && <p className="text-xs text-muted">This is already active.</p>}
      </section>
    </div>
  );
}

function start(before: readonly string[], add: string | null, ingestions: readonly CorpusIngestion[]): string[] {
  const isKnown = add !== null && !before.includes(add) && ingestions.some(({ id }) => id === add);
  return isKnown ? [...before, add] : [...before];
}

interface SourcesProps {
  ingestions: readonly CorpusIngestion[];
  before: readonly string[];
  chosen: readonly string[];
  onToggle: (id: string) => void;
}

function Sources({ ingestions, before, chosen, onToggle }: SourcesProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-medium">{formatCount(ingestions.length, "completed source")}</legend>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {ingestions.map(({ id, filename, chunkCount, completedAt }) => (
          <li key={id} className="flex items-center gap-2 px-3 py-1.5 text-sm">
            <label className="target flex min-w-0 flex-1 items-center gap-2.5">
              <input
                type="checkbox"
                className="accent-accent"
                checked={chosen.includes(id)}
                onChange={() => onToggle(id)}
              />
              <span className="min-w-0">
                <bdi className="break-words">{filename}</bdi>
                <span className="block text-xs text-muted">
                  {formatCount(chunkCount ?? 0, "passage")}
                  {completedAt && `, read ${formatDateTime(completedAt)}`}
                  {before.includes(id) && ", active"}
                </span>
              </span>
            </label>
            <Link href={hrefTo(`/corpus/${id}`)} className="shrink-0 text-xs text-accent underline">
              Passages<span className="sr-only"> of {filename}</span>
            </Link>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function ChangeList({
  change: { added, removed, kept },
  names,
}: {
  change: SetChange;
  names: ReadonlyMap<string, string>;
}) {
  const lines = [
    { label: "Added", ids: added, look: "text-complete" },
    { label: "Removed", ids: removed, look: "text-missing" },
    { label: "Kept", ids: kept, look: "text-muted" },
  ];
  return (
    <dl className="flex flex-col gap-2 text-sm">
      {lines.map(({ label, ids, look }) => (
        <div key={label}>
          <dt className={look}>
            {label}: {ids.length}
          </dt>
          {ids.map((id) => (
            <dd key={id} className="break-words">
              {names.get(id) ?? id}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
