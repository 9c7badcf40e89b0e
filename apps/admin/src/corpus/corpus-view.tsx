import { setSearch, useSearchParam } from "@assay/site/location";
import { Button, Tabs } from "@assay/ui";
import { Plus } from "lucide-react";
import { Page } from "../app/page.tsx";
import { ActivationHistory } from "./activation-history.tsx";
import { AddGuidanceDialog } from "./add-guidance-dialog.tsx";
import { IngestionList, StatusSelect } from "./ingestion-list.tsx";
import { PackSelect } from "./pack-select.tsx";

const PARTS = ["ingestions", "activations"];

/** The guidance of packs: what was submitted, and what is and was active. */
export default function CorpusView() {
  const given = useSearchParam("part");
  const part = given && PARTS.includes(given) ? given : "ingestions";
  const packId = useSearchParam("packId") ?? "";
  const isAdding = useSearchParam("dialog") === "add";
  return (
    <Page
      title="Guidance"
      scope="all"
      lead="Regulatory guidance helps to assess and is never cited. It belongs to a pack and is shared by all tenants. Runs use what is active when they start."
      actions={
        <Button look="primary" icon={<Plus size={15} aria-hidden />} onClick={() => setSearch({ dialog: "add" })}>
          Add guidance
        </Button>
      }
    >
      <search className="flex flex-wrap gap-3">
        <div className="w-full sm:w-72">
          <PackSelect
            label="Pack"
            value={packId}
            none="All packs"
            onChange={(value) => setSearch({ packId: value, cursor: null })}
          />
        </div>
        {part === "ingestions" && (
          <div className="w-full sm:w-44">
            <StatusSelect />
          </div>
        )}
      </search>
      <Tabs
        label="Parts of the guidance"
        value={part}
        onChange={(id) => setSearch({ part: id === "ingestions" ? null : id, cursor: null, status: null })}
        tabs={[
          { id: "ingestions", label: "Submitted", content: <IngestionList packId={packId || undefined} /> },
          { id: "activations", label: "Active", content: <ActivationHistory packId={packId} /> },
        ]}
      />
      {isAdding && <AddGuidanceDialog packId={packId} onClose={() => setSearch({ dialog: null }, { replace: true })} />}
    </Page>
  );
}
