import { ASSESSMENT_STATUSES, AssayError, type Citation } from "@assay/contract";
import {
  getSnapshot,
  listAssessments,
  listRunDocuments,
  listRunExceptions,
  listRunRequirements,
} from "@assay/core/runs";
import type { Context } from "@assay/core/tenancy";
import { z } from "zod";
import { defineTool, id, runId } from "../define-tool.ts";
import { getFrozenRun } from "../frozen-run.ts";
import { cleanName, cleanText, EVIDENCE_NOTICE } from "../mark-evidence.ts";

const QUOTES_MAX = 12;
const REASONING_LENGTH_MAX = 2000;
const PART_LENGTH_MAX = 400;

export const getVerdict = defineTool({
  name: "get_verdict",
  description:
    "The verdict on one requirement: status, confidence, reasoning, quotes with document and page, snapshot hash.",
  input: z.strictObject({ requirementId: id.describe("Such as 2.1.a"), runId }),
  output: z.looseObject({
    notice: z.string(),
    runId: z.string(),
    requirementId: z.string(),
    status: z.enum(ASSESSMENT_STATUSES),
    confidence: z.number(),
    flags: z.array(z.string()),
    reasoning: z.string(),
    quotes: z.array(z.looseObject({ text: z.string(), documentId: z.string(), pageNumber: z.int().nullable() })),
    snapshotHash: z.string(),
    links: z.looseObject({ portal: z.url(), snapshot: z.url() }),
  }),
  async run({ ctx, origin, mark }, { requirementId, ...named }) {
    const run = await getFrozenRun(ctx, named.runId);
    const requirement = (await listRunRequirements(ctx, run.id)).find((each) => each.requirementId === requirementId);
    const { items } = await listAssessments(ctx, run.id, {});
    const verdict = items.find((each) => each.requirementId === requirementId);
    if (!requirement || !verdict)
      throw new AssayError("NOT_FOUND", `Cannot find requirement '${cleanName(requirementId)}' in run '${run.id}'`, {
        details: { id: requirementId },
      });
    // Throws where the stored bytes are not those that were captured.
    const { snapshotHash } = await getSnapshot(ctx, run.id);
    const shown = verdict.citations.slice(0, QUOTES_MAX);
    const documents = await nameDocuments(ctx, run.id, shown);
    const search = new URLSearchParams({ run: run.id, requirement: requirementId });
    return {
      notice: EVIDENCE_NOTICE,
      runId: run.id,
      requirementId,
      title: cleanText(requirement.title, PART_LENGTH_MAX),
      criterion: cleanText(requirement.criterionTitle, PART_LENGTH_MAX),
      status: verdict.status,
      confidence: verdict.confidence,
      flags: verdict.flags ?? [],
      exceptions: (await listRunExceptions(ctx, run.id))
        .filter((each) => each.requirementId === requirementId)
        .map(({ id, kind, validFrom, validUntil }) => ({ id, kind, validFrom, validUntil })),
      reasoning: mark(verdict.reasoning, REASONING_LENGTH_MAX),
      parts: verdict.parts?.map(({ part, verdict }) => ({ part: cleanText(part, PART_LENGTH_MAX), verdict })) ?? [],
      quotes: shown.map(({ text, documentId, pageNumber }, index) => {
        const note = verdict.citationNotes?.find((each) => each.index === index);
        return {
          text: mark(text),
          ...documents.get(documentId),
          documentId,
          pageNumber,
          weak: note?.weak ?? null,
          ...(note?.textSource === "OCR" ? { readFrom: "image", certainty: note.certainty ?? null } : {}),
        };
      }),
      ...(verdict.unreadDocuments
        ? {
            notFullyRead: verdict.unreadDocuments.map(({ originalFilename, documentId, notRead }) => ({
              document: cleanName(originalFilename),
              documentId,
              notRead,
            })),
          }
        : {}),
      quotesLeftOut: verdict.citations.length - shown.length,
      snapshotHash,
      links: { portal: `${origin}/cm?${search}`, snapshot: `${origin}/api/runs/${run.id}/snapshot` },
    };
  },
});

/** What the run fixed of each cited document: it holds after a deletion too. */
async function nameDocuments(ctx: Context, runId: string, citations: readonly Citation[]) {
  const ids = [...new Set(citations.map(({ documentId }) => documentId))];
  const entries = ids.map(async (documentId) => {
    const { items } = await listRunDocuments(ctx, runId, { documentId, limit: 1 });
    const [document] = items.flatMap((each) => ("damaged" in each ? [] : [each]));
    return [
      documentId,
      { document: document ? cleanName(document.originalFilename) : null, sha256: document?.sha256Hash ?? null },
    ] as const;
  });
  return new Map(await Promise.all(entries));
}
