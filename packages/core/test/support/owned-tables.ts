/** Packs and what belongs to them: a row has an owner, a tenant or the deployment. */
export const OWNED_TABLES = [
  "packs",
  "criteria_versions",
  "criteria",
  "requirements",
  "corpus_activations",
  "corpus_activation_items",
  "corpus_ingestions",
  "guidance_chunks",
  "guidance_vectors",
] as const;
