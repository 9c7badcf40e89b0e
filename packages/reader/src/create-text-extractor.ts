import { createChildPool } from "@assay/confined";
import { DocumentError, isContainer } from "@assay/contract";
import { openWalkedArchive } from "./archive/open-walked-archive.ts";
import { walkTree } from "./archive/walk-tree.ts";
import type { ExtractionSummary, TextExtractor } from "./extraction.ts";
import type { ExtractJob, Job, JobResult } from "./messages.ts";
import { ChildDiedError, type JobWatch, LimitPassedError, memoryError, NeverBegunError, runJob } from "./run-job.ts";
import { type TextExtractorSettings, withDefaults } from "./settings.ts";
import { spoolFile } from "./spool.ts";
import { startChild } from "./start-child.ts";
import { readerUnavailable } from "./workspace-error.ts";

const NO_PAGES = { pages: 0, segments: 0 };

/** Reads every format in child processes, so that a hostile file ends a child and not the service. */
export function createTextExtractor(settings: TextExtractorSettings = {}): TextExtractor {
  const complete = withDefaults(settings);
  const pool = createChildPool(complete, () => startChild(complete));

  /**
   * A process may fail of what its last documents left behind, or of what others do next to it: then `again` runs once
   * more in a fresh one, alone.
   */
  const run = async (job: Job, watch: JobWatch, again: () => Job): Promise<JobResult> => {
    let reused = false;
    try {
      return await pool.use(watch.signal, (child) => {
        reused = child.jobs > 0;
        return runJob(child, job, watch);
      });
    } catch (error) {
      if (!mayPass(error, reused)) throw verdictOf(error, complete.memoryMaxMb);
    }
    return await pool
      .use(watch.signal, (child) => runJob(child, again(), watch), { fresh: true, alone: true })
      .catch((error) => {
        throw verdictOf(error, complete.memoryMaxMb);
      });
  };

  return {
    async extract(
      file,
      { fromSegment, wholePages = NO_PAGES, charactersMax, encoding = null, signal, onSegment, onPage, onSpent },
    ): Promise<ExtractionSummary> {
      if (isContainer(file.fileType))
        throw new TypeError("Cannot extract text from an archive: read its members with 'walkArchive'");
      await using spool = await spoolFile(file, complete.tempDir, signal);
      let next = fromSegment;
      let whole = wholePages;
      let left = charactersMax;
      let filesOpen = false;
      let opensFiles = true;
      const job = (): ExtractJob => ({
        kind: "extract",
        path: spool.path,
        fileType: file.fileType,
        fromSegment: next,
        wholePages: whole,
        charactersMax: left,
        encoding,
        opensFiles,
      });
      let spentMs = 0;
      const watch: JobWatch = {
        signal,
        settings: complete,
        onFiles(open) {
          filesOpen = open;
        },
        onSpent(ms) {
          spentMs += ms;
        },
        async onPage(page) {
          await onPage?.(page);
          whole = { pages: page.index + 1, segments: next };
        },
        async onSegment(segment) {
          await onSegment(segment);
          next = segment.index + 1;
          left -= segment.text.length;
        },
      };
      const result = await run(job(), watch, job)
        .catch((error) => {
          // Its own text may be fine: it is read without the files inside.
          if (!filesOpen || !(error instanceof DocumentError)) throw error;
          opensFiles = false;
          return run(job(), watch, job);
        })
        .finally(() => onSpent?.(spentMs));
      if (result.kind !== "extract") throw new TypeError(`Cannot use the result of a '${result.kind}' job`);
      return result.summary;
    },

    async walkArchive(file, { limits, signal }) {
      const spool = await spoolFile(file, complete.tempDir, signal);
      try {
        const onSegment = async () => undefined;
        const root = { path: spool.path, fileType: file.fileType, spoolDir: spool.dir, limits };
        const members = await walkTree(root, async (job) => {
          const result = await run(job, { signal, settings: complete, onSegment }, () => job);
          if (result.kind !== "walk") throw new TypeError(`Cannot use the result of a '${result.kind}' job`);
          return result;
        });
        return openWalkedArchive(members, spool);
      } catch (error) {
        await spool[Symbol.asyncDispose]();
        throw error;
      }
    },

    close: () => pool.close(),
  };
}

/** Whether another attempt may end otherwise: one that lacked time or memory, or that a worn process spoilt. */
function mayPass(error: unknown, reused: boolean): boolean {
  if (error instanceof NeverBegunError) return reused;
  return error instanceof LimitPassedError || (error instanceof ChildDiedError && (reused || error.outOfMemory));
}

function verdictOf(error: unknown, memoryMaxMb: number): unknown {
  if (error instanceof LimitPassedError) return error.verdict;
  if (error instanceof NeverBegunError) return readerUnavailable();
  if (!(error instanceof ChildDiedError)) return error;
  if (error.outOfMemory) return memoryError(memoryMaxMb);
  return new DocumentError("UNREADABLE_FILE", "Cannot read the file because the parser ended without a result", {
    cause: error,
  });
}
