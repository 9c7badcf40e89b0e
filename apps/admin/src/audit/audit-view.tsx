import { setSearch, useSearchParam } from "@assay/site/location";
import { Tabs } from "@assay/ui";
import { Page } from "../app/page.tsx";
import { EntriesPanel } from "./entries-panel.tsx";
import { VerificationPanel } from "./verification-panel.tsx";

export default function AuditView() {
  const tab = useSearchParam("tab") === "verification" ? "verification" : "entries";
  return (
    <Page
      title="Audit log"
      lead="Every change of evidence, runs, people and versions, in order. Each entry contains the hash of the one before, so that every change or removal is detected."
    >
      <Tabs
        label="Audit log"
        value={tab}
        onChange={(id) => setSearch({ tab: id === "entries" ? null : id, cursor: null })}
        tabs={[
          { id: "entries", label: "Entries", content: <EntriesPanel /> },
          { id: "verification", label: "Verification and checkpoints", content: <VerificationPanel /> },
        ]}
      />
    </Page>
  );
}
