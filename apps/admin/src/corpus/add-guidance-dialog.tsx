import { Dialog, Tabs } from "@assay/ui";
import { useState } from "react";
import { FileForm } from "./file-form.tsx";
import { PackSelect } from "./pack-select.tsx";
import { UrlForm } from "./url-form.tsx";

/** Submits a page of the web or a file, and continues to watch it. */
export function AddGuidanceDialog({ packId: first, onClose }: { packId: string; onClose: () => void }) {
  const [packId, setPackId] = useState(first);
  const [part, setPart] = useState("url");
  const [packError, setPackError] = useState<string>();
  const requirePack = () => {
    setPackError(packId === "" ? "Choose the pack that the guidance is for" : undefined);
    return packId === "" ? null : packId;
  };
  const given = { requirePack, onClose };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Add guidance"
      description="It is read and indexed first. Runs use it after you activate it."
    >
      <div className="flex flex-col gap-4">
        <PackSelect label="Pack" value={packId} none="Choose a pack" error={packError} onChange={setPackId} />
        <Tabs
          label="Where it comes from"
          value={part}
          onChange={setPart}
          tabs={[
            { id: "url", label: "A web page", content: <UrlForm {...given} /> },
            { id: "file", label: "A file", content: <FileForm {...given} /> },
          ]}
        />
      </div>
    </Dialog>
  );
}
