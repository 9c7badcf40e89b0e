import { type Figure, type Measure, rounded } from "../measure.ts";
import { residentMb } from "../resident-mb.ts";
import { startBaselineApi } from "../start-baseline-api.ts";
import { type BenchedService, startService } from "../start-service.ts";

const BYTES = 100 * 1024 * 1024;
const ROUNDS = 3;

export const upload: Measure = {
  name: "upload",
  async run() {
    await using service = await startService();
    const { uploadMbs, bareMbs, grownMb } = await measureUpload(service);
    const speed: Figure = {
      what: "Upload of 100 MB",
      value: `${rounded(uploadMbs)} MB/s`,
      reference: `a route that only counts: ${rounded(bareMbs)} MB/s`,
      ratio: uploadMbs / bareMbs,
      target: { atLeast: 0.6 },
    };
    if (grownMb === null) return [speed];
    return [
      speed,
      {
        what: "Memory that this upload takes, MB",
        value: `${rounded(grownMb)} MB`,
        reference: "",
        ratio: grownMb,
        target: { atMost: 32 },
      },
    ];
  },
};

/** The best of a few rounds in MB/s, and the most that the server's resident memory grew by in MB, null off Linux. */
async function measureUpload(service: BenchedService) {
  const [uploadMs, bareMs, grownMb]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round++) {
    const bytes = Buffer.alloc(BYTES, `The backups are reviewed each quarter, in round ${round}.\n`);
    const before = residentMb(service.pid);
    let peak = before;
    const timer = setInterval(() => {
      peak = Math.max(peak ?? 0, residentMb(service.pid) ?? 0);
    }, 20);
    const begun = performance.now();
    const document = await service.upload("large.txt", bytes);
    uploadMs.push(performance.now() - begun);
    clearInterval(timer);
    if (before !== null) grownMb.push(peak! - before);
    await service.settle(document);
    bareMs.push(await count(bytes));
  }
  const speed = (ms: readonly number[]) => BYTES / 1e6 / (Math.min(...ms) / 1000);
  return {
    uploadMbs: speed(uploadMs),
    bareMbs: speed(bareMs),
    grownMb: grownMb.length > 0 ? Math.max(...grownMb) : null,
  };
}

/** The same form to a route that does nothing but count its bytes. */
async function count(bytes: Buffer<ArrayBuffer>): Promise<number> {
  await using bare = await startBaselineApi();
  const form = new FormData();
  form.append("file", new Blob([bytes]), "large.txt");
  const begun = performance.now();
  const reply = await fetch(`${bare.url}/count`, { method: "POST", body: form });
  const { bytes: counted } = (await reply.json()) as { bytes: number };
  if (counted < bytes.length) throw new Error(`Cannot measure the bare route: it counted ${counted} bytes`);
  return performance.now() - begun;
}
