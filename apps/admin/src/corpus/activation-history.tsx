import type { CorpusActivation, CorpusIngestion } from "@assay/client/admin";
import { formatCount, formatDateTime } from "@assay/site/format";
import { Link } from "@assay/site/link";
import { Loaded } from "@assay/site/loaded";
import { Pager, useCursor } from "@assay/site/pager";
import { useShownFew } from "@assay/site/show-more";
import { Badge, buttonClasses, EmptyState } from "@assay/ui";
import { findActor, useGlobalActs } from "../acts/use-global-acts.ts";
import { hrefTo } from "../app/tenant.ts";
import { compareSets } from "./compare-sets.ts";
import { useActivations, useCompleted } from "./use-corpus.ts";

/** What new runs of a pack take, and what they took before. */
export function ActivationHistory({ packId }: { packId: string }) {
  if (packId === "")
    return <EmptyState title="Choose a pack">Guidance is active for one pack: the list above says which.</EmptyState>;
  return <OfPack packId={packId} />;
}

function OfPack({ packId }: { packId: string }) {
  const query = useActivations(packId, useCursor());
  const completed = useCompleted(packId);
  const { data: acts } = useGlobalActs("corpus_activation");
  const names = new Map(completed.data?.map((ingestion) => [ingestion.id, ingestion]));
  return (
    <div className="flex flex-col gap-3 pt-3">
      <Link href={hrefTo("/corpus/activate", { packId })} className={`${buttonClasses()} self-start`}>
        Change what is active …
      </Link>
      <Loaded query={query} what="activations">
        {({ items, nextCursor }) => (
          <>
            <ol aria-label="Activations" className="divide-y divide-line rounded-lg border border-line">
              {items.map((activation, at) => (
                <Activation
                  key={activation.id}
                  activation={activation}
                  before={items[at + 1]}
                  names={names}
                  by={findActor(acts, activation.id, "corpus_activation.created")}
                />
              ))}
            </ol>
            <Pager nextCursor={nextCursor} />
          </>
        )}
      </Loaded>
    </div>
  );
}

interface ActivationProps {
  activation: CorpusActivation;
  /** The one that it replaced; undefined where the page does not show it. */
  before: CorpusActivation | undefined;
  names: ReadonlyMap<string, CorpusIngestion>;
  by: string | undefined;
}

function Activation({ activation, before, names, by }: ActivationProps) {
  const { ingestionIds, inForce, activatedAt } = activation;
  const { added, removed } = compareSets(before?.ingestionIds ?? [], ingestionIds);
  const { shown, more } = useShownFew([...ingestionIds, ...removed]);
  return (
    <li className="flex flex-col gap-1 px-3 py-2.5 text-sm" aria-current={inForce || undefined}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{formatDateTime(activatedAt)}</span>
        {inForce && <Badge tone="complete" label="Active" />}
        <span className="text-muted">
          {ingestionIds.length === 0 ? "no guidance" : formatCount(ingestionIds.length, "source")}
          {before && (added.length > 0 || removed.length > 0) && `, ${added.length} added, ${removed.length} removed`}
        </span>
        {by && <span className="ms-auto text-xs text-muted">{by}</span>}
      </div>
      {ingestionIds.length + removed.length > 0 && (
        <ul className="flex flex-wrap gap-x-3 gap-y-1">
          {shown.map((id) => (
            <li key={id}>
              <Link href={hrefTo(`/corpus/${id}`)} className="break-words text-accent underline">
                {names.get(id)?.filename ?? "Guidance"}
              </Link>
              {before && added.includes(id) && <span className="ms-1 text-xs text-complete">added</span>}
              {removed.includes(id) && <span className="ms-1 text-xs text-missing">removed</span>}
            </li>
          ))}
        </ul>
      )}
      {more}
    </li>
  );
}
