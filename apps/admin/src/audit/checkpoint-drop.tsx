import type { KeptCheckpoint } from "@assay/client/admin";
import { formatCount } from "@assay/site/format";
import { classNames } from "@assay/ui";
import { FileUp } from "lucide-react";
import { type DragEvent, useId, useState } from "react";
import { readCheckpoint } from "./read-checkpoint.ts";

interface CheckpointDropProps {
  busy: boolean;
  onRead: (checkpoint: KeptCheckpoint) => void;
}

/** Takes a checkpoint that an auditor kept outside of the service: it cannot have been rewritten with the log. */
export function CheckpointDrop({ busy, onRead }: CheckpointDropProps) {
  const id = useId();
  const [over, setOver] = useState(false);
  const [said, setSaid] = useState<{ text: string; wrong: boolean } | null>(null);
  const take = async (file: File | undefined) => {
    if (!file || busy) return;
    const read = readCheckpoint(await file.text());
    if ("problem" in read) return setSaid({ text: `${read.problem}.`, wrong: true });
    const { sequence } = read.checkpoint.statement;
    const of = read.of > 1 ? `The newest of ${formatCount(read.of, "checkpoint")} in ${file.name}` : file.name;
    setSaid({ text: `${of}, of entry ${sequence.toLocaleString()}, is compared with the log.`, wrong: false });
    onRead(read.checkpoint);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  return (
    <div className="flex flex-col gap-2 text-sm">
      <h2 className="text-sm font-semibold">Check a checkpoint that you kept</h2>
      <p className="text-muted">
        A file that left the service earlier proves most: a person who can rewrite the log cannot change it.
      </p>
      <label
        htmlFor={id}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={classNames(
          "flex cursor-pointer items-center gap-2 rounded-md border border-dashed px-3 py-3 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent",
          over ? "border-accent bg-accent-soft" : "border-line-strong hover:bg-hover",
        )}
      >
        <FileUp size={16} aria-hidden className="shrink-0 text-muted" />
        <span>Drop a checkpoint file here, or choose one</span>
        <input
          id={id}
          type="file"
          accept="application/json,.json"
          className="sr-only"
          onChange={({ target }) => {
            void take(target.files?.[0]);
            target.value = "";
          }}
        />
      </label>
      <p role="status" className={classNames("empty:hidden", said?.wrong ? "text-missing" : "text-muted")}>
        {said?.text}
      </p>
    </div>
  );
}
