import { type Container, isContainer } from "@assay/contract";
import { ExtractionFailure } from "../child/extraction-failure.ts";
import type { WalkedContainer, WalkedMember, WalkJob } from "../messages.ts";
import { limitExceeded, type Walk } from "./walk.ts";
import { walkEmbedded } from "./walk-embedded.ts";
import { walkMbox } from "./walk-mbox.ts";
import { walkTar } from "./walk-tar.ts";
import { walkZip } from "./walk-zip.ts";

/**
 * Walks an archive, those in it included, or the files inside one document. Throws ExtractionFailure for an archive:
 * ARCHIVE_LIMIT_EXCEEDED, UNREADABLE_FILE.
 */
export async function walkContainer(job: WalkJob, progress: () => void): Promise<WalkedContainer> {
  const { spoolDir, limits, fileType, path, depth } = job;
  const walk: Walk = { spoolDir, limits, progress, taken: { ...job.taken }, walkInner: walkArchive };
  const members = isContainer(fileType)
    ? await walkArchive(walk, fileType, path, depth)
    : await walkEmbedded(walk, { fileType, path, depth });
  if (members) return { kind: "walk", members, taken: walk.taken };
  throw new ExtractionFailure("UNREADABLE_FILE", `Cannot read the archive because ${DAMAGED[fileType as Container]}`);
}

const DAMAGED: Readonly<Record<Container, string>> = {
  zip: "its central directory is damaged",
  tar: "it is no TAR, or its beginning is damaged",
  mbox: "it does not begin with a mail",
};

const WALKERS: Readonly<
  Record<Container, (walk: Walk, path: string, depth: number) => Promise<WalkedMember[] | null>>
> = { zip: walkZip, tar: walkTar, mbox: walkMbox };

/**
 * An archive and those in it; null where it is damaged. Throws ExtractionFailure ARCHIVE_LIMIT_EXCEEDED. The files inside
 * its documents are left for later: those of one document must not be the end of the others.
 */
async function walkArchive(
  walk: Walk,
  fileType: Container,
  path: string,
  depth: number,
): Promise<WalkedMember[] | null> {
  if (depth > walk.limits.depthMax) throw limitExceeded("levels", walk.limits.depthMax);
  return WALKERS[fileType](walk, path, depth);
}
