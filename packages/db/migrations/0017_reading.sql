-- What was read of each page, sheet, slide, mail part and picture, and how. Null in documents of earlier readers.
ALTER TABLE documents
  ADD COLUMN page_states jsonb,
  ADD COLUMN text_encoding text,
  ADD COLUMN encoding_certainty real,
  ADD COLUMN encoding_source text,
  ADD COLUMN requested_encoding text,
  ADD COLUMN signatures jsonb,
  ADD COLUMN ocr_ms integer NOT NULL DEFAULT 0;
--> statement-breakpoint
ALTER TABLE segments
  ADD COLUMN text_source text NOT NULL DEFAULT 'TEXT',
  ADD COLUMN certainty real;
--> statement-breakpoint
ALTER TABLE chunks
  ADD COLUMN text_source text NOT NULL DEFAULT 'TEXT',
  ADD COLUMN certainty real;
--> statement-breakpoint
-- Where the reading of a guidance file goes on: pages that are stored whole, and how many segments these have.
ALTER TABLE corpus_ingestions
  ADD COLUMN pages_read integer NOT NULL DEFAULT 0,
  ADD COLUMN segments_of_pages integer NOT NULL DEFAULT 0;
--> statement-breakpoint
-- Below it words that OCR read do not count as read; null where no evidence of the run was read from an image.
ALTER TABLE runs ADD COLUMN ocr_certainty_min double precision;
--> statement-breakpoint
-- How a version reads words: 1 in versions made before, which search as they did.
ALTER TABLE retrieval_versions ADD COLUMN lexicon smallint NOT NULL DEFAULT 1;
--> statement-breakpoint
-- Which of those ways the terms of a row hold for: a text that all of them read alike has one row.
ALTER TABLE chunk_weights
  ADD COLUMN lexicon_from smallint NOT NULL DEFAULT 1,
  ADD COLUMN lexicon_to smallint NOT NULL DEFAULT 1,
  DROP CONSTRAINT chunk_weights_pkey,
  ADD CONSTRAINT chunk_weights_pk PRIMARY KEY (chunk_id, lexicon_from);
--> statement-breakpoint
GRANT UPDATE (lexicon_to) ON chunk_weights TO assay_tenant;
--> statement-breakpoint
GRANT SELECT (lexicon_from, lexicon_to) ON chunk_weights TO assay_system;
--> statement-breakpoint
ALTER TABLE run_documents ADD COLUMN page_states jsonb;
--> statement-breakpoint
ALTER TABLE run_documents_left_out ADD COLUMN page_states jsonb;
--> statement-breakpoint
-- Of a verdict below COMPLETE: documents that were cited or likely, and not fully read. Null in earlier runs.
ALTER TABLE assessments ADD COLUMN unread_documents jsonb;
--> statement-breakpoint
CREATE TABLE document_pages (
  tenant_id uuid NOT NULL,
  document_id uuid NOT NULL,
  page_index integer NOT NULL,
  page_number integer,
  label text,
  state text NOT NULL,
  reason text,
  -- The segment that holds, or is to hold, the words read from its picture.
  picture_segment integer,
  picture jsonb,
  certainty real,
  words jsonb,
  capture_facts jsonb,
  -- When OCR has read the picture, or given it up; null while it waits and where there is none to read.
  recognised_at timestamp (3) with time zone,
  CONSTRAINT document_pages_pk PRIMARY KEY (document_id, page_index),
  CONSTRAINT document_pages_document FOREIGN KEY (tenant_id, document_id) REFERENCES documents (tenant_id, id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX document_pages_in_order ON document_pages (tenant_id, document_id, page_index);
--> statement-breakpoint
CREATE INDEX document_pages_to_recognise ON document_pages (tenant_id, document_id, page_index)
  WHERE picture_segment IS NOT NULL AND recognised_at IS NULL;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON document_pages TO assay_tenant;
--> statement-breakpoint
ALTER TABLE document_pages ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE document_pages FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY document_pages_of_tenant ON document_pages TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
-- OCR puts the words of a picture into the segment that was kept empty for them, and moves those after it.
GRANT UPDATE (text, text_source, certainty, start_offset) ON segments TO assay_tenant;
--> statement-breakpoint
CREATE FUNCTION guard_segment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.chunked_at IS NOT NULL OR (OLD.text <> '' AND NEW.text <> OLD.text) THEN
    RAISE EXCEPTION 'Cannot change segment % of document %: its text is final', OLD.segment_index, OLD.document_id
      USING ERRCODE = 'AS001';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER segments_text_final BEFORE UPDATE OF text, text_source, certainty, start_offset ON segments
  FOR EACH ROW WHEN (current_user = 'assay_tenant') EXECUTE FUNCTION guard_segment();
--> statement-breakpoint
ALTER TABLE segments ENABLE ALWAYS TRIGGER segments_text_final;
