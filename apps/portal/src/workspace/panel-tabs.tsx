import { Tabs } from "@assay/ui";
import { setSearch, useSearchParam } from "../app/location.ts";
import type { PanelContent } from "./panels.tsx";

/** The panels where there is no room to put them side by side. A chosen document brings its panel to the front. */
export default function PanelTabs({ panels }: { panels: readonly PanelContent[] }) {
  const asked = useSearchParam("panel");
  const documentId = useSearchParam("document");
  const shown = panels.find(({ id }) => id === asked)?.id ?? (documentId === null ? "requirements" : "evidence");
  return (
    <Tabs
      label="Panels"
      className="h-full bg-surface"
      value={shown}
      onChange={(panel) => setSearch({ panel })}
      tabs={panels.map(({ id, label, content }) => ({ id, label, content }))}
    />
  );
}
