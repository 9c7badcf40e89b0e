import { DocumentError } from "@assay/contract";
import type { ExtractionSummary, TextExtractor } from "@assay/core/ports";
import { openWalkedArchive } from "./archive/open-walked-archive.ts";
import { createChildPool } from "./child-pool.ts";
import type { ExtractJob, Job, JobResult } from "./messages.ts";
import { ChildDiedError, type JobWatch, memoryError, runJob } from "./run-job.ts";
import { type TextExtractorSettings, withDefaults } from "./settings.ts";
import { spoolFile } from "./spool.ts";

/** Reads every format in child processes, so that a hostile file ends a child and not the service. */
export function createTextExtractor(settings: TextExtractorSettings = {}): TextExtractor {
  const complete = withDefaults(settings);
  const pool = createChildPool(complete);

  /** A reused process may have died of its last document: then `again` runs in a fresh one. */
  const run = async (job: Job, watch: JobWatch, again: () => Job): Promise<JobResult> => {
    let reused = false;
    try {
      return await pool.use(watch.signal, (child) => {
        reused = child.jobs > 0;
        return runJob(child, job, watch);
      });
    } catch (error) {
      if (!(error instanceof ChildDiedError)) throw error;
      if (!reused) throw parserExitError(error, complete.memoryMaxMb);
    }
    return await pool
      .use(watch.signal, (child) => runJob(child, again(), watch), { fresh: true })
      .catch((error) => {
        throw error instanceof ChildDiedError ? parserExitError(error, complete.memoryMaxMb) : error;
      });
  };

  return {
    async extract(file, { fromSegment, charactersMax, signal, onSegment }): Promise<ExtractionSummary> {
      if (file.fileType === "zip")
        throw new TypeError("Cannot extract text from a ZIP: read its members with 'walkArchive'");
      await using spool = await spoolFile(file, complete.tempDir, signal);
      let next = fromSegment;
      let left = charactersMax;
      const job = (): ExtractJob => ({
        kind: "extract",
        path: spool.path,
        fileType: file.fileType,
        fromSegment: next,
        charactersMax: left,
      });
      const result = await run(
        job(),
        {
          signal,
          settings: complete,
          async onSegment(segment) {
            await onSegment(segment);
            next = segment.index + 1;
            left -= segment.text.length;
          },
        },
        job,
      );
      if (result.kind !== "extract") throw new TypeError(`Cannot use the result of a '${result.kind}' job`);
      return result.summary;
    },

    async walkArchive(file, { limits, signal }) {
      const spool = await spoolFile(file, complete.tempDir, signal);
      try {
        const job: Job = { kind: "walk", path: spool.path, spoolDir: spool.dir, limits };
        const onSegment = async () => undefined;
        const result = await run(job, { signal, settings: complete, onSegment }, () => job);
        if (result.kind !== "walk") throw new TypeError(`Cannot use the result of a '${result.kind}' job`);
        return openWalkedArchive(result.members, spool);
      } catch (error) {
        await spool[Symbol.asyncDispose]();
        throw error;
      }
    },

    close: () => pool.close(),
  };
}

function parserExitError(error: ChildDiedError, memoryMaxMb: number): DocumentError {
  if (error.outOfMemory) return memoryError(memoryMaxMb);
  return new DocumentError("UNREADABLE_FILE", "Cannot read the file because the parser ended without a result", {
    cause: error,
  });
}
