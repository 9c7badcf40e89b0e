CREATE TABLE "corpus_activation_items" (
	"pack_id" uuid NOT NULL,
	"activation_id" uuid NOT NULL,
	"ingestion_id" uuid NOT NULL,
	CONSTRAINT "corpus_activation_items_activation_id_ingestion_id_pk" PRIMARY KEY("activation_id","ingestion_id")
);
--> statement-breakpoint
CREATE TABLE "corpus_ingestions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"pack_id" uuid NOT NULL,
	"requested_by_tenant_id" uuid NOT NULL,
	"source_kind" text NOT NULL,
	"url" text,
	"filename" text NOT NULL,
	"file_type" text,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"failure_code" text,
	"failure_message" text,
	"sha256_hash" text,
	"size_bytes" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"fetching_at" timestamp (3) with time zone,
	"parsing_at" timestamp (3) with time zone,
	"indexing_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"segments_read" integer DEFAULT 0 NOT NULL,
	"characters_read" integer DEFAULT 0 NOT NULL,
	"chunk_count" integer,
	CONSTRAINT "corpus_ingestions_pack_id_id" UNIQUE("pack_id","id")
);
--> statement-breakpoint
CREATE TABLE "guidance_chunks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"ingestion_id" uuid NOT NULL,
	"chunk_index" integer NOT NULL,
	"content" text NOT NULL,
	"page_number" integer,
	"location" text,
	"context" text,
	CONSTRAINT "guidance_chunks_ingestion_id_chunk_index_unique" UNIQUE("ingestion_id","chunk_index")
);
--> statement-breakpoint
CREATE TABLE "guidance_vectors" (
	"chunk_id" uuid NOT NULL,
	"embedder" text NOT NULL,
	"embedding" halfvec(768),
	CONSTRAINT "guidance_vectors_chunk_id_embedder_pk" PRIMARY KEY("chunk_id","embedder")
);
--> statement-breakpoint
ALTER TABLE "run_requirements" ADD COLUMN "guidance_chunk_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL;--> statement-breakpoint
ALTER TABLE "corpus_activation_items" ADD CONSTRAINT "corpus_activation_items_activation" FOREIGN KEY ("pack_id","activation_id") REFERENCES "public"."corpus_activations"("pack_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corpus_activation_items" ADD CONSTRAINT "corpus_activation_items_ingestion" FOREIGN KEY ("pack_id","ingestion_id") REFERENCES "public"."corpus_ingestions"("pack_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corpus_ingestions" ADD CONSTRAINT "corpus_ingestions_pack_id_packs_id_fk" FOREIGN KEY ("pack_id") REFERENCES "public"."packs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corpus_ingestions" ADD CONSTRAINT "corpus_ingestions_requested_by_tenant_id_tenants_id_fk" FOREIGN KEY ("requested_by_tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guidance_chunks" ADD CONSTRAINT "guidance_chunks_ingestion_id_corpus_ingestions_id_fk" FOREIGN KEY ("ingestion_id") REFERENCES "public"."corpus_ingestions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guidance_vectors" ADD CONSTRAINT "guidance_vectors_chunk_id_guidance_chunks_id_fk" FOREIGN KEY ("chunk_id") REFERENCES "public"."guidance_chunks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "corpus_ingestions_pack_id_created_at_index" ON "corpus_ingestions" USING btree ("pack_id","created_at");--> statement-breakpoint
ALTER TABLE guidance_vectors ALTER COLUMN embedding SET STORAGE PLAIN;
--> statement-breakpoint
GRANT SELECT ON corpus_ingestions, guidance_chunks, guidance_vectors, corpus_activation_items TO assay_tenant;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON corpus_ingestions TO assay_catalog;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON guidance_chunks TO assay_catalog;
--> statement-breakpoint
GRANT SELECT, INSERT ON guidance_vectors, corpus_activation_items TO assay_catalog;
--> statement-breakpoint
GRANT SELECT (id, status, requested_by_tenant_id) ON corpus_ingestions TO assay_system;
--> statement-breakpoint
GRANT SELECT (id, ingestion_id) ON guidance_chunks TO assay_system;
--> statement-breakpoint
GRANT SELECT (chunk_id, embedder) ON guidance_vectors TO assay_system;
--> statement-breakpoint
GRANT UPDATE (guidance_chunk_ids) ON run_requirements TO assay_tenant;
--> statement-breakpoint
CREATE FUNCTION guard_corpus_ingestion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'Cannot delete corpus ingestion %: it is a record', OLD.id USING ERRCODE = 'AS001';
  END IF;
  IF OLD.status IN ('COMPLETED', 'FAILED') THEN
    RAISE EXCEPTION 'Cannot change corpus ingestion %: it has finished', OLD.id USING ERRCODE = 'AS001';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER corpus_ingestions_final BEFORE UPDATE OR DELETE ON corpus_ingestions FOR EACH ROW EXECUTE FUNCTION guard_corpus_ingestion();
--> statement-breakpoint
ALTER TABLE corpus_ingestions ENABLE ALWAYS TRIGGER corpus_ingestions_final;
--> statement-breakpoint
CREATE FUNCTION guard_guidance_chunk() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE touched uuid[];
BEGIN
  touched := CASE TG_OP
    WHEN 'INSERT' THEN ARRAY[NEW.ingestion_id]
    WHEN 'DELETE' THEN ARRAY[OLD.ingestion_id]
    ELSE ARRAY[OLD.ingestion_id, NEW.ingestion_id]
  END;
  IF EXISTS (SELECT 1 FROM corpus_ingestions WHERE id = ANY (touched) AND status IN ('COMPLETED', 'FAILED')) THEN
    RAISE EXCEPTION 'Cannot change the guidance of a corpus ingestion that has finished' USING ERRCODE = 'AS001';
  END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER guidance_chunks_of_open_ingestion BEFORE INSERT OR UPDATE OR DELETE ON guidance_chunks FOR EACH ROW EXECUTE FUNCTION guard_guidance_chunk();
--> statement-breakpoint
ALTER TABLE guidance_chunks ENABLE ALWAYS TRIGGER guidance_chunks_of_open_ingestion;
--> statement-breakpoint
-- Vectors of another embedder may be added to finished guidance; none may change, or go while its chunk stays.
CREATE FUNCTION guard_guidance_vector() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT 1 FROM guidance_chunks WHERE id = OLD.chunk_id) THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'Cannot change guidance_vectors: its rows are final' USING ERRCODE = 'AS001';
END $$;
--> statement-breakpoint
CREATE TRIGGER guidance_vectors_final BEFORE UPDATE OR DELETE ON guidance_vectors FOR EACH ROW EXECUTE FUNCTION guard_guidance_vector();
--> statement-breakpoint
ALTER TABLE guidance_vectors ENABLE ALWAYS TRIGGER guidance_vectors_final;
--> statement-breakpoint
-- An activation is whole from birth: its items are written in its own transaction, of completed ingestions only.
CREATE FUNCTION guard_activation_item() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    RAISE EXCEPTION 'Cannot change corpus_activation_items: its rows are final' USING ERRCODE = 'AS001';
  END IF;
  IF NOT EXISTS (
    SELECT 1 FROM corpus_activations
    WHERE id = NEW.activation_id AND xmin::text = (pg_current_xact_id()::xid)::text
  ) THEN
    RAISE EXCEPTION 'Cannot add to corpus activation %: it is final', NEW.activation_id USING ERRCODE = 'AS001';
  END IF;
  IF NOT EXISTS (SELECT 1 FROM corpus_ingestions WHERE id = NEW.ingestion_id AND status = 'COMPLETED') THEN
    RAISE EXCEPTION 'Cannot activate corpus ingestion %: it is not completed', NEW.ingestion_id USING ERRCODE = 'AS001';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER corpus_activation_items_final BEFORE INSERT OR UPDATE OR DELETE ON corpus_activation_items FOR EACH ROW EXECUTE FUNCTION guard_activation_item();
--> statement-breakpoint
ALTER TABLE corpus_activation_items ENABLE ALWAYS TRIGGER corpus_activation_items_final;
--> statement-breakpoint
CREATE TRIGGER corpus_ingestions_never_emptied BEFORE TRUNCATE ON corpus_ingestions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE corpus_ingestions ENABLE ALWAYS TRIGGER corpus_ingestions_never_emptied;
--> statement-breakpoint
CREATE TRIGGER guidance_chunks_never_emptied BEFORE TRUNCATE ON guidance_chunks FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE guidance_chunks ENABLE ALWAYS TRIGGER guidance_chunks_never_emptied;
--> statement-breakpoint
CREATE TRIGGER corpus_activation_items_never_emptied BEFORE TRUNCATE ON corpus_activation_items FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE corpus_activation_items ENABLE ALWAYS TRIGGER corpus_activation_items_never_emptied;
