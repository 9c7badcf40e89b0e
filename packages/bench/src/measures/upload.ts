import { createHash } from "node:crypto";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Figure, type Measure, rounded } from "../measure.ts";
import { residentMb } from "../resident-mb.ts";
import { type BenchedService, startService } from "../start-service.ts";

const BYTES = 100 * 1024 * 1024;
const PIECE = 65_536;

export const upload: Measure = {
  name: "upload",
  async run() {
    await using service = await startService();
    const { uploadMbs, bareMbs, grownMb } = await measureUpload(service);
    const speed: Figure = {
      what: "Upload of 100 MB",
      value: `${rounded(uploadMbs)} MB/s`,
      reference: `hash and write alone: ${rounded(bareMbs)} MB/s`,
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

/** MB/s of an upload and of bare hashing and writing; growth of the server's resident memory in MB, null off Linux. */
async function measureUpload(service: BenchedService) {
  const bytes = Buffer.alloc(BYTES, "The backups are reviewed each quarter.\n");
  const before = residentMb(service.pid);
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak ?? 0, residentMb(service.pid) ?? 0);
  }, 20);
  const begun = performance.now();
  const document = await service.upload("large.txt", bytes);
  const uploadMs = performance.now() - begun;
  clearInterval(timer);
  await service.settle(document);
  const bareMs = await hashAndWrite(bytes);
  const speed = (ms: number) => BYTES / 1e6 / (ms / 1000);
  return { uploadMbs: speed(uploadMs), bareMbs: speed(bareMs), grownMb: before === null ? null : peak! - before };
}

async function hashAndWrite(bytes: Buffer): Promise<number> {
  const dir = await mkdtemp(join(tmpdir(), "assay-bench-"));
  try {
    const begun = performance.now();
    const hash = createHash("sha256");
    await using file = await open(join(dir, "bytes"), "w");
    for (let at = 0; at < bytes.length; at += PIECE) {
      const piece = bytes.subarray(at, at + PIECE);
      hash.update(piece);
      await file.write(piece);
    }
    await file.sync();
    hash.digest();
    return performance.now() - begun;
  } finally {
    await rm(dir, { recursive: true });
  }
}
