import { ExtractionFailure } from "../child/extraction-failure.ts";
import type { WalkedContainer, WalkJob } from "../messages.ts";
import type { Walk } from "./walk.ts";
import { walkEmbedded } from "./walk-embedded.ts";
import { walkZip } from "./walk-zip.ts";

/**
 * Walks an archive, those in it included, or the files inside one document. Throws ExtractionFailure for an archive:
 * ARCHIVE_LIMIT_EXCEEDED, UNREADABLE_FILE.
 */
export async function walkContainer(job: WalkJob, progress: () => void): Promise<WalkedContainer> {
  const { spoolDir, limits, fileType, path, depth } = job;
  const walk: Walk = { spoolDir, limits, progress, taken: { ...job.taken } };
  const members =
    fileType === "zip" ? await walkZip(walk, path, depth) : await walkEmbedded(walk, { fileType, path, depth });
  if (members) return { kind: "walk", members, taken: walk.taken };
  throw new ExtractionFailure("UNREADABLE_FILE", "Cannot read the archive because its central directory is damaged");
}
