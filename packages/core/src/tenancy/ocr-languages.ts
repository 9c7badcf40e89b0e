import type { OcrLanguages } from "@assay/contract";
import { oneRow, type Transaction, tenants } from "@assay/db";
import { eq } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import type { Context } from "./context.ts";
import { requireRole } from "./require-role.ts";
import { setOfTenant } from "./set-of-tenant.ts";
import { inTenant } from "./transact.ts";

/** The languages that OCR looks for in the tenant's images; none: all that the service reads. */
export function readOcrLanguages(ctx: Context): Promise<OcrLanguages> {
  requireRole(ctx, "ADMIN");
  return inTenant(ctx, async (tx) => ({ languages: await findOcrLanguages(tx, ctx.tenantId) }));
}

/** For what is read from now on; the same again changes nothing. */
export function changeOcrLanguages(ctx: Context, { languages }: OcrLanguages): Promise<OcrLanguages> {
  requireRole(ctx, "ADMIN");
  const { tenantId } = ctx;
  return inTenant(ctx, async (tx) => {
    const before = await setOfTenant(tx, tenantId, { ocrLanguages: languages });
    const action = "tenant.ocr_languages_changed";
    if (before.ocrLanguages.join() !== languages.join())
      await recordAudit(tx, ctx, { action, objectType: "tenant", objectId: tenantId, details: { languages } });
    return { languages };
  });
}

export async function findOcrLanguages(tx: Transaction, tenantId: string): Promise<OcrLanguages["languages"]> {
  const chosen = { languages: tenants.ocrLanguages };
  return oneRow(await tx.select(chosen).from(tenants).where(eq(tenants.id, tenantId))).languages;
}
