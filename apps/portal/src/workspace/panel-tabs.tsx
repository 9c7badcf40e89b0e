import { setSearch, useSearchParam } from "@assay/site/location";
import { type Pane, Tabs } from "@assay/ui";

/** The panels where there is no room to put them side by side: what was chosen last is in front. */
export function PanelTabs({ panels }: { panels: readonly Pane[] }) {
  const asked = useSearchParam("panel");
  const documentId = useSearchParam("document");
  const requirementId = useSearchParam("requirement");
  const chosen = documentId !== null ? "evidence" : requirementId !== null ? "assessment" : "requirements";
  return (
    <Tabs
      label="Panels"
      className="h-full bg-surface"
      value={panels.find(({ id }) => id === asked)?.id ?? chosen}
      onChange={(panel) => setSearch({ panel })}
      tabs={panels.map(({ id, label, content }) => ({ id, label, content }))}
    />
  );
}
