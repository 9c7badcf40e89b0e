import { AssayError, type Document, isUuid, type PatchDocumentBody } from "@assay/contract";
import { documents, oneRow, type Transaction } from "@assay/db";
import { and, eq } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { sha256Hex } from "../digest.ts";
import type { Context } from "../tenancy/context.ts";
import { found } from "../tenancy/missing-resource.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";
import { requireOwner } from "./require-owner.ts";
import type { DocumentRow } from "./to-document.ts";
import { toDocuments } from "./to-documents.ts";

const FIELDS = ["title", "category", "effectiveDate", "expiresAt", "evidenceKind", "ownerId", "reviewBy"] as const;
type Field = (typeof FIELDS)[number];
const FREE_TEXT: readonly Field[] = ["title", "category"];

/**
 * Corrects what is said of a document, never its bytes or text; runs keep what they fixed. Throws VALIDATION_ERROR for
 * an expiry before the day from which it is effective.
 */
export async function editDocument(ctx: Context, id: string, body: PatchDocumentBody): Promise<Document> {
  requireRole(ctx, "MEMBER");
  const document = !isUuid(id)
    ? undefined
    : await inTenant(ctx, async (tx) => {
        const mine = and(eq(documents.tenantId, ctx.tenantId), eq(documents.id, id));
        const [before] = await tx.select().from(documents).where(mine).for("update");
        if (!before) return undefined;
        const changed = FIELDS.filter((field) => body[field] !== undefined && body[field] !== before[field]);
        // What a person says of its kind stays, also where it is what was derived.
        const saysKind = body.evidenceKind !== undefined && before.evidenceKindSource === "DERIVED";
        if (changed.length === 0 && !saysKind) return asDocument(tx, before);
        const set = Object.fromEntries(changed.map((field) => [field, body[field]]));
        requireOrder({ ...before, ...set });
        if (typeof body.ownerId === "string" && changed.includes("ownerId"))
          await requireOwner(tx, ctx.tenantId, body.ownerId);
        const source = body.evidenceKind === undefined ? {} : { evidenceKindSource: "USER" as const };
        const after = oneRow(
          await tx
            .update(documents)
            .set({ ...set, ...source })
            .where(mine)
            .returning(),
        );
        const fields = saysKind ? [...new Set([...changed, "evidenceKind" as const])] : changed;
        const details = { corrections: await describeCorrections(before, after, fields) };
        await recordAudit(tx, ctx, { action: "document.edited", objectType: "document", objectId: id, details });
        return asDocument(tx, after);
      });
  return found(ctx, "document", id, document);

  async function asDocument(tx: Transaction, row: DocumentRow): Promise<Document> {
    const [edited] = (await toDocuments(tx, ctx.tenantId, [row])) as [Document];
    return edited;
  }
}

function requireOrder({ effectiveDate, expiresAt }: Pick<DocumentRow, "effectiveDate" | "expiresAt">): void {
  if (effectiveDate === null || expiresAt === null || effectiveDate <= expiresAt) return;
  throw new AssayError("VALIDATION_ERROR", "Cannot change the document because its dates contradict each other", {
    details: {
      issues: [
        {
          field: "expiresAt",
          issue: `must not be before effectiveDate: the dates are ${expiresAt} and ${effectiveDate}`,
        },
      ],
    },
  });
}

/** Dates and the kind of evidence as they are; of free text its digest alone. */
async function describeCorrections(before: DocumentRow, after: DocumentRow, fields: readonly Field[]) {
  const shown = async (field: Field, value: string | null) =>
    value === null || !FREE_TEXT.includes(field) ? value : sha256Hex(value);
  return Promise.all(
    fields.map(async (field) => ({
      field,
      before: await shown(field, before[field]),
      after: await shown(field, after[field]),
    })),
  );
}
