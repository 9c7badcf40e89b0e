import { AssayApiError, type StartRun } from "@assay/client";
import { assay } from "@assay/site/assay";
import { messageOf } from "@assay/site/error-panel";
import { formatCount } from "@assay/site/format";
import { setSearch } from "@assay/site/location";
import { useMay, useSession } from "@assay/site/use-session";
import { Button, Dialog, Select, TextField } from "@assay/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { LeftOutList } from "./left-out-list.tsx";
import { NO_PERIOD, PeriodField, readPeriod } from "./period-field.tsx";
import { RunCost } from "./run-cost.tsx";
import { useEvidence } from "./use-evidence.ts";

const NAME_LENGTH_MAX = 200;

/** Says what a run would judge, asks for the pack where there are several, and leads to the run. */
export default function StartRunDialog({ onClose }: { onClose: () => void }) {
  const { data: session } = useSession();
  const mayStart = useMay("MEMBER");
  const packs = session?.packs ?? [];
  const [chosen, setChosen] = useState<string>();
  const [reuse, setReuse] = useState(false);
  const [waits, setWaits] = useState(true);
  const [name, setName] = useState("");
  const [choice, setChoice] = useState(NO_PERIOD);
  const [isChecked, setChecked] = useState(false);
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  const period = readPeriod(choice, today);
  const packId = chosen ?? packs[0]?.id;
  const start = useStartRun();
  const run = packId && mayStart && period !== null ? { packId, reuse, waitForDocuments: waits, period } : undefined;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Start a run"
      description="It uses the versions that are in force and your documents as they are when it begins."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            busy={start.isPending}
            disabled={!packId || !mayStart}
            onClick={() => {
              setChecked(true);
              if (run) start.mutate({ ...run, name: name.trim() || undefined });
            }}
          >
            Start
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 text-sm">
        {packs.length > 1 && (
          <Select
            label="Pack"
            value={packId ?? ""}
            onChange={setChosen}
            options={packs.map(({ id, name, version }) => ({ value: id, label: `${name}, version ${version}` }))}
          />
        )}
        {packs.length === 1 && (
          <p>
            Pack: <span className="font-medium">{packs[0]!.name}</span>, version {packs[0]!.version}
          </p>
        )}
        {session && packs.length === 0 && (
          <p className="text-missing">No pack of requirements is in use yet. An administrator sets one up.</p>
        )}
        {session && !mayStart && <p className="text-missing">Starting a run needs the Member role.</p>}
        <TextField
          label="Name"
          maxLength={NAME_LENGTH_MAX}
          hint="Optional: what this run is for"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <PeriodField {...{ choice, today, isChecked }} onChange={setChoice} />
        <Evidence waits={waits} onWaits={setWaits} />
        <label className="flex items-start gap-2">
          <input
            type="checkbox"
            checked={reuse}
            onChange={({ target }) => setReuse(target.checked)}
            className="mt-0.5 size-4 accent-(--accent)"
          />
          <span>
            Reuse earlier verdicts where nothing has changed
            <span className="block text-muted">
              The model is asked only where the requirement, its passages or the engine differ from earlier runs.
            </span>
          </span>
        </label>
        <RunCost run={run} />
      </div>
      <p role="alert" className="mt-3 text-sm text-missing empty:hidden">
        {start.error && !runningInstead(start.error) && `No run has been started. ${messageOf(start.error)}`}
      </p>
    </Dialog>
  );
}

function Evidence({ waits, onWaits }: { waits: boolean; onWaits: (waits: boolean) => void }) {
  const evidence = useEvidence();
  if (!evidence) return <p className="text-muted">Counting the documents …</p>;
  const { ready, leftOut, waiting, partlyRead, isMore } = evidence;
  return (
    <div className="flex flex-col gap-2">
      <p>
        Evidence: {isMore ? "more than " : ""}
        {formatCount(ready.length, "document")}
      </p>
      {waiting > 0 && (
        <label className="flex items-start gap-2">
          <input
            type="checkbox"
            checked={waits}
            onChange={({ target }) => onWaits(target.checked)}
            className="mt-0.5 size-4 accent-(--accent)"
          />
          <span>
            Wait for what is still being read: {formatCount(waiting, "document")}
            <span className={`block ${waits ? "text-muted" : "text-partial"}`}>
              {waits
                ? "The run begins when it has been read, after an hour at the latest."
                : "What is not ready is not part of the evidence."}
            </span>
          </span>
        </label>
      )}
      {ready.length === 0 && !(waits && waiting > 0) && (
        <p className="text-partial">Without evidence, every requirement is missing.</p>
      )}
      {partlyRead.length > 0 && (
        <details>
          <summary className="target text-partial">
            {formatCount(partlyRead.length, "document was", "documents were")} not fully read
          </summary>
          <LeftOutList documents={partlyRead} />
        </details>
      )}
      {leftOut.length > 0 && (
        <details>
          <summary className="target">
            {formatCount(leftOut.length, "document would be left out", "documents would be left out")}
          </summary>
          <LeftOutList documents={leftOut} />
        </details>
      )}
      {ready.length > 0 && (
        <details>
          <summary className="target">What would be judged</summary>
          <ul className="mt-1 list-disc ps-8">
            {ready.map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names repeat
              <li key={index}>
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
          {isMore && <p className="text-muted">These are the newest.</p>}
        </details>
      )}
    </div>
  );
}

function useStartRun() {
  const queries = useQueryClient();
  const show = (runId: string) => setSearch({ run: runId, start: null, status: null, tab: null });
  return useMutation({
    mutationFn: async (body: StartRun) => (await assay()).runs.start(body),
    onSuccess: ({ id }) => show(id),
    onError: (error) => {
      const running = runningInstead(error);
      if (running) show(running);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["runs"] }),
  });
}

/** The run that is under way, where that is why another cannot start. */
function runningInstead(error: unknown): string | null {
  if (!(error instanceof AssayApiError) || error.code !== "RUN_ALREADY_IN_PROGRESS") return null;
  return typeof error.details.runId === "string" ? error.details.runId : null;
}
