import { setTimeout as pause } from "node:timers/promises";
import type { Document, Run, RunStep } from "@assay/contract";
import { makeText } from "../make-text.ts";
import { type Figure, type Measure, rounded } from "../measure.ts";
import { type BenchedService, startService } from "../start-service.ts";
import { withDatabase } from "../with-database.ts";

const CHARACTERS_PER_FILE = 800_000;

export const retrieval: Measure = {
  name: "retrieval",
  async run({ server }) {
    const figures: Figure[] = [];
    {
      await using service = await startService();
      figures.push(...(await measureAt(service, "embedded")));
    }
    if (server)
      await withDatabase(server, async (settings) => {
        await using service = await startService(settings);
        figures.push(...(await measureAt(service, "PostgreSQL")));
      });
    return figures;
  },
};

async function measureAt(service: BenchedService, database: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const wanted of [1000, 10_000]) {
    const { msPerRequirement } = await measureRetrieval(service, wanted);
    figures.push({
      what: `Retrieval, ${wanted} chunks, ${database}`,
      value: `${rounded(msPerRequirement)} ms a requirement`,
      reference: "",
      ratio: msPerRequirement,
      target: { atMost: 50 },
    });
  }
  return figures;
}

/** Milliseconds per requirement of a run's RETRIEVAL step once the tenant has at least so many chunks. */
async function measureRetrieval(service: BenchedService, chunksWanted: number) {
  let chunks = await countChunks(service);
  for (let file = 0; chunks < chunksWanted; file++) {
    const document = await service.read(`plan-${chunksWanted}-${file}.txt`, makeFile(chunksWanted + file));
    chunks += document.coverage!.chunks;
  }
  const { run } = await service.call<{ run: { id: string } }>("/api/runs/start", { method: "POST" });
  const ended = await untilEnded(service, run.id);
  const { steps } = await service.call<{ steps: RunStep[] }>(`/api/runs/${run.id}/steps`);
  const step = steps.find(({ stepName }) => stepName === "RETRIEVAL")!;
  const ms = Date.parse(step.completedAt!) - Date.parse(step.startedAt!);
  return { chunks, msPerRequirement: ms / ended.totalRequirements };
}

const makeFile = (seed: number) => new TextEncoder().encode(makeText(seed, CHARACTERS_PER_FILE));

async function countChunks(service: BenchedService): Promise<number> {
  const { documents } = await service.call<{ documents: Document[] }>("/api/documents?limit=200&status=READY");
  return documents.reduce((sum, { coverage }) => sum + (coverage?.chunks ?? 0), 0);
}

async function untilEnded(service: BenchedService, id: string): Promise<Run> {
  for (;;) {
    const run = await service.call<Run>(`/api/runs/${id}`);
    if (run.status === "COMPLETED") return run;
    if (run.status === "FAILED")
      throw new Error(`Cannot measure retrieval because the run failed: ${run.failureReason}`);
    await pause(50);
  }
}
