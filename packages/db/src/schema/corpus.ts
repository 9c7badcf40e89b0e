import { boolean, doublePrecision, integer, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { instant, primaryId } from "./columns.ts";
import { packs } from "./packs.ts";

/** The guidance in force for a pack; the newest one is pinned by new runs. */
export const corpusActivations = pgTable(
  "corpus_activations",
  {
    id: primaryId(),
    packId: uuid("pack_id")
      .notNull()
      .references(() => packs.id),
    activatedAt: instant("activated_at").notNull().defaultNow(),
  },
  (table) => [unique().on(table.packId, table.id)],
);

/** The whole engine configuration that a run pins; the one activated last is in force. */
export const retrievalVersions = pgTable("retrieval_versions", {
  id: primaryId(),
  embedderModel: text("embedder_model").notNull(),
  embedderDimensions: integer("embedder_dimensions").notNull(),
  similarityThreshold: doublePrecision("similarity_threshold").notNull(),
  chunksPerRequirement: integer("chunks_per_requirement").notNull(),
  assessorModel: text("assessor_model").notNull(),
  promptVersion: text("prompt_version").notNull(),
  confidenceComplete: doublePrecision("confidence_complete").notNull(),
  confidencePartial: doublePrecision("confidence_partial").notNull(),
  /** Where its values come from: the deployment's settings, or an administrator. */
  origin: text("origin", { enum: ["settings", "admin"] })
    .notNull()
    .default("settings"),
  /** Made by new settings and waiting for its vectors: the sweep activates it when all are there. */
  activateWhenReady: boolean("activate_when_ready").notNull().default(false),
  createdAt: instant("created_at").notNull().defaultNow(),
  activatedAt: instant("activated_at"),
});
