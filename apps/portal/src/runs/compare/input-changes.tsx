import { type Comparison, compareEngines, PIN_NAMES } from "@assay/site/explain-change";
import { useShownFew } from "@assay/site/show-more";
import { classNames } from "@assay/ui";
import { FileMinus2, FilePen, FilePlus2, type LucideIcon, SlidersHorizontal } from "lucide-react";
import { pairDocuments } from "./pair-documents.ts";

interface InputChange {
  readonly icon: LucideIcon;
  readonly tone: string;
  readonly what: string;
  readonly name: string;
}

/** What went into the one run and not into the other: pinned versions, their settings, documents. */
export function InputChanges({ comparison }: { comparison: Comparison }) {
  const changes = [...pinChanges(comparison), ...documentChanges(comparison)];
  const { shown, more } = useShownFew(changes);
  return (
    <section className="flex flex-col gap-2" aria-labelledby="inputs">
      <h2 id="inputs" className="text-sm font-semibold">
        What went in
      </h2>
      {changes.length === 0 ? (
        <p className="text-sm text-muted">Both runs used the same versions and documents.</p>
      ) : (
        <ul aria-label="What went in" className="divide-y divide-line rounded-lg border border-line">
          {shown.map(({ icon: Icon, tone, what, name }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names repeat, and the list never changes
            <li key={index} className="flex items-start gap-2 px-3 py-2 text-sm">
              <Icon size={16} aria-hidden className={classNames("mt-0.5 shrink-0", tone)} />
              <span className="whitespace-nowrap text-muted">{what}</span>
              <bdi className="min-w-0 font-medium break-words">{name}</bdi>
            </li>
          ))}
        </ul>
      )}
      {more}
    </section>
  );
}

function pinChanges({ diff, before, after }: Comparison): InputChange[] {
  return diff.pins.map(({ pin }) => {
    const settings = pin === "retrieval" ? compareEngines(before.configuration, after.configuration) : [];
    const detail = settings.map(({ name, before: was, after: is }) => `${name}: ${was} → ${is}`).join("; ");
    return {
      icon: SlidersHorizontal,
      tone: "text-accent",
      what: "Changed",
      name: `${PIN_NAMES[pin]}${detail && ` (${detail})`}`,
    };
  });
}

function documentChanges({ diff }: Comparison): InputChange[] {
  const { added, removed, replaced } = pairDocuments(diff.documents);
  return [
    ...replaced.map((name) => ({ icon: FilePen, tone: "text-partial", what: "Replaced", name })),
    ...added.map((name) => ({ icon: FilePlus2, tone: "text-complete", what: "Added", name })),
    ...removed.map((name) => ({ icon: FileMinus2, tone: "text-missing", what: "Removed", name })),
  ];
}
