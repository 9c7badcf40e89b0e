ALTER TABLE "corpus_activations" DROP CONSTRAINT "corpus_activations_pack_id_packs_id_fk";
--> statement-breakpoint
ALTER TABLE "corpus_activations" ADD CONSTRAINT "corpus_activations_pack_id_packs_id_fk" FOREIGN KEY ("pack_id") REFERENCES "public"."packs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- A pack goes with its drafts alone: foreign keys hold one that has a version, guidance or an exception, and so each that was published or run.
GRANT DELETE ON packs TO assay_catalog;
--> statement-breakpoint
-- An activation goes with its pack and never by itself.
CREATE FUNCTION guard_corpus_activation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT 1 FROM packs WHERE id = OLD.pack_id) THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'Cannot change corpus_activations: its rows are final' USING ERRCODE = 'AS001';
END $$;
--> statement-breakpoint
DROP TRIGGER corpus_activations_final ON corpus_activations;
--> statement-breakpoint
CREATE TRIGGER corpus_activations_final BEFORE UPDATE OR DELETE ON corpus_activations FOR EACH ROW EXECUTE FUNCTION guard_corpus_activation();
--> statement-breakpoint
ALTER TABLE corpus_activations ENABLE ALWAYS TRIGGER corpus_activations_final;
