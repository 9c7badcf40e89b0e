import type { Transaction } from "@assay/db";
import { ProviderNotAllowed } from "../egress/provider-not-allowed.ts";
import { allowedOf } from "../egress/send-counted.ts";
import type { Models } from "../ports/models.ts";
import type { RetrievalVersion } from "./active-version.ts";
import { findEntailment, findModels } from "./find-models.ts";

/** Throws ProviderNotAllowed where the version needs a provider that the tenant does not allow. */
export async function requireAllowedModels(
  tx: Transaction,
  tenantId: string,
  models: Models,
  version: RetrievalVersion,
): Promise<void> {
  const { embedder, assessor } = findModels(models, version);
  const entailment = version.meaning ? findEntailment(models, version.meaning) : undefined;
  const allowed = await allowedOf(tx, tenantId);
  for (const part of [embedder, assessor, entailment])
    if (part?.sendsTo && !allowed(part.sendsTo.provider))
      throw new ProviderNotAllowed(part.sendsTo.provider, `use engine version '${version.id}'`);
}

/** Whether the version's passages can get vectors now. */
export async function allowsEmbedder(
  tx: Transaction,
  tenantId: string,
  { models, version }: { readonly models: Models; readonly version: RetrievalVersion },
): Promise<boolean> {
  const to = models.embedders.find(({ model }) => model === version.embedderModel)?.sendsTo;
  return to === undefined || (await allowedOf(tx, tenantId))(to.provider);
}
