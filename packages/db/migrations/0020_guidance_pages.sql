ALTER TABLE "corpus_ingestions" ADD COLUMN "pages_not_read" integer DEFAULT 0 NOT NULL;
