import { AssayError, type DocumentComparison, isContainer } from "@assay/contract";
import { segments, type Transaction } from "@assay/db";
import { and, asc, eq } from "drizzle-orm";
import type { Context } from "../../tenancy/context.ts";
import { inTenant } from "../../tenancy/transact.ts";
import { getDocument } from "../get-document.ts";
import { SEGMENT_SEPARATOR } from "../stages/extract-document.ts";

const CHARACTERS_MAX = 1_000_000;

/**
 * How the text of document `against` became that of document `id`. Throws what `getDocument` throws, and INVALID_STATE for one that has no
 * whole text.
 */
export async function compareDocuments(ctx: Context, id: string, against: string): Promise<DocumentComparison> {
  const [to, from] = [await getSide(ctx, id), await getSide(ctx, against)];
  const compared = await compare(ctx, from, to);
  const isRefused = typeof compared === "string";
  return {
    from,
    to,
    changes: isRefused ? [] : compared.changes,
    complete: !isRefused,
    incompleteReason: isRefused ? compared : null,
  };
}

type Side = DocumentComparison["from"];

async function compare(ctx: Context, from: Side, to: Side) {
  if (Math.max(from.characters, to.characters) > CHARACTERS_MAX) return "TOO_LARGE";
  const texts = await inTenant(ctx, async (tx) => ({
    from: await readText(tx, ctx, from.documentId),
    to: await readText(tx, ctx, to.documentId),
  }));
  const { compareTexts } = await import("./compare-texts.ts");
  return compareTexts(texts.from, texts.to);
}

async function getSide(ctx: Context, id: string): Promise<Side> {
  const { status, fileType, originalFilename, coverage } = await getDocument(ctx, id);
  if (status === "READY" && !isContainer(fileType))
    return { documentId: id, originalFilename, characters: coverage?.characters ?? 0 };
  const why = isContainer(fileType)
    ? "it is an archive: compare its members"
    : `it is ${status}: only READY ones have all their text`;
  throw new AssayError("INVALID_STATE", `Cannot compare document '${id}' because ${why}`, { details: { id } });
}

async function readText(tx: Transaction, { tenantId }: Context, documentId: string): Promise<string> {
  const rows = await tx
    .select({ text: segments.text, struck: segments.struck })
    .from(segments)
    .where(and(eq(segments.tenantId, tenantId), eq(segments.documentId, documentId)))
    .orderBy(asc(segments.segmentIndex));
  return rows.map(({ text, struck }) => markStruck(text, struck)).join(SEGMENT_SEPARATOR);
}

/** As Markdown has it: that a sentence was crossed out is a change. */
function markStruck(text: string, struck: readonly (readonly [number, number])[]): string {
  let marked = "";
  let at = 0;
  for (const [start, end] of struck) {
    const words = text.slice(start, end);
    marked += text.slice(at, start) + (words.startsWith("~~") ? words : `~~${words}~~`);
    at = end;
  }
  return marked + text.slice(at);
}
