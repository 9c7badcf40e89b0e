CREATE EXTENSION IF NOT EXISTS vector;
--> statement-breakpoint
CREATE TABLE "audit_checkpoints" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"run_id" uuid,
	"sequence" bigint NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"key_id" text NOT NULL,
	"signature" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"run_id" uuid,
	"action" text NOT NULL,
	"object_type" text NOT NULL,
	"object_id" text NOT NULL,
	"actor" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sequence" bigint NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_entries_tenant_id_sequence_unique" UNIQUE("tenant_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "audit_heads" (
	"tenant_id" uuid PRIMARY KEY NOT NULL,
	"sequence" bigint NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "corpus_activation_items" (
	"pack_id" uuid NOT NULL,
	"activation_id" uuid NOT NULL,
	"ingestion_id" uuid NOT NULL,
	CONSTRAINT "corpus_activation_items_activation_id_ingestion_id_pk" PRIMARY KEY("activation_id","ingestion_id")
);
--> statement-breakpoint
CREATE TABLE "corpus_activations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"pack_id" uuid NOT NULL,
	"activated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "corpus_activations_pack_id_id_unique" UNIQUE("pack_id","id")
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
CREATE TABLE "retrieval_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"embedder_model" text NOT NULL,
	"embedder_dimensions" integer NOT NULL,
	"similarity_threshold" double precision NOT NULL,
	"chunks_per_requirement" integer NOT NULL,
	"assessor_model" text NOT NULL,
	"prompt_version" text NOT NULL,
	"confidence_complete" double precision NOT NULL,
	"confidence_partial" double precision NOT NULL,
	"origin" text DEFAULT 'settings' NOT NULL,
	"activate_when_ready" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"activated_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "chunk_terms" (
	"tenant_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"chunk_id" uuid PRIMARY KEY NOT NULL,
	"terms" integer[] NOT NULL,
	"weights" sparsevec(1048576) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chunk_vectors" (
	"tenant_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"chunk_id" uuid NOT NULL,
	"embedder" text NOT NULL,
	"embedding" halfvec(768),
	CONSTRAINT "chunk_vectors_chunk_id_embedder_pk" PRIMARY KEY("chunk_id","embedder")
);
--> statement-breakpoint
CREATE TABLE "chunks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"chunk_index" integer NOT NULL,
	"segment_index" integer NOT NULL,
	"content" text NOT NULL,
	"page_number" integer,
	"location" text,
	"token_count" integer NOT NULL,
	"start_offset" integer NOT NULL,
	"end_offset" integer NOT NULL,
	"flagged_ranges" jsonb NOT NULL,
	CONSTRAINT "chunks_tenant_id_id" UNIQUE("tenant_id","id"),
	CONSTRAINT "chunks_document_id_chunk_index_unique" UNIQUE("document_id","chunk_index")
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"original_filename" text NOT NULL,
	"file_type" text NOT NULL,
	"status" text DEFAULT 'UPLOADED' NOT NULL,
	"sha256_hash" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"parent_document_id" uuid,
	"category" text,
	"effective_date" date,
	"expires_at" date,
	"uploaded_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"extracted_at" timestamp (3) with time zone,
	"parsed_at" timestamp (3) with time zone,
	"indexed_at" timestamp (3) with time zone,
	"ready_at" timestamp (3) with time zone,
	"failure_stage" text,
	"failure_code" text,
	"failure_message" text,
	"extraction_started_at" timestamp (3) with time zone,
	"pages" integer,
	"pages_with_text" integer,
	"characters" integer,
	"chunk_count" integer,
	"member_count" integer,
	"members_pending" integer,
	"members_skipped" jsonb,
	"rehashed_at" timestamp (3) with time zone,
	CONSTRAINT "documents_tenant_id_id" UNIQUE("tenant_id","id"),
	CONSTRAINT "documents_tenant_sha256" UNIQUE("tenant_id","sha256_hash")
);
--> statement-breakpoint
CREATE TABLE "segments" (
	"tenant_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"segment_index" integer NOT NULL,
	"page_number" integer,
	"location" text,
	"context" text,
	"text" text NOT NULL,
	"start_offset" integer NOT NULL,
	"hidden" jsonb NOT NULL,
	"chunked_at" timestamp (3) with time zone,
	CONSTRAINT "segments_document_id_segment_index_pk" PRIMARY KEY("document_id","segment_index")
);
--> statement-breakpoint
CREATE TABLE "criteria" (
	"criteria_version_id" uuid NOT NULL,
	"criterion_id" integer NOT NULL,
	"source_key" text,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "criteria_criteria_version_id_criterion_id_pk" PRIMARY KEY("criteria_version_id","criterion_id")
);
--> statement-breakpoint
CREATE TABLE "criteria_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"pack_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"status" text DEFAULT 'DRAFT' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"published_at" timestamp (3) with time zone,
	CONSTRAINT "criteria_versions_pack_id_version_unique" UNIQUE("pack_id","version"),
	CONSTRAINT "criteria_versions_pack_id_id_unique" UNIQUE("pack_id","id")
);
--> statement-breakpoint
CREATE TABLE "pack_bindings" (
	"tenant_id" uuid NOT NULL,
	"pack_id" uuid NOT NULL,
	"criteria_version_id" uuid NOT NULL,
	"bound_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pack_bindings_tenant_id_pack_id_pk" PRIMARY KEY("tenant_id","pack_id")
);
--> statement-breakpoint
CREATE TABLE "packs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "requirements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"criteria_version_id" uuid NOT NULL,
	"requirement_id" text NOT NULL,
	"criterion_id" integer NOT NULL,
	"title" text NOT NULL,
	"subcheck_label" text,
	"retrieval_hint" text,
	"position" integer NOT NULL,
	CONSTRAINT "requirements_criteria_version_id_requirement_id_unique" UNIQUE("criteria_version_id","requirement_id"),
	CONSTRAINT "requirements_criteria_version_id_position_unique" UNIQUE("criteria_version_id","position")
);
--> statement-breakpoint
CREATE TABLE "assessments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"requirement_record_id" uuid NOT NULL,
	"requirement_id" text NOT NULL,
	"position" integer NOT NULL,
	"status" text NOT NULL,
	"confidence" double precision NOT NULL,
	"citations" jsonb NOT NULL,
	"reasoning" text NOT NULL,
	"remediation" text,
	"flags" jsonb NOT NULL,
	"input_digest" text NOT NULL,
	"reused_from_run_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "assessments_run_id_requirement_record_id_unique" UNIQUE("run_id","requirement_record_id")
);
--> statement-breakpoint
CREATE TABLE "exports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"format" text NOT NULL,
	"filename" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"sha256_hash" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "exports_run_id_format_unique" UNIQUE("run_id","format")
);
--> statement-breakpoint
CREATE TABLE "snapshots" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"snapshot_hash" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"replay_bytes" "bytea" NOT NULL,
	"captured_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "snapshots_run_id_unique" UNIQUE("run_id")
);
--> statement-breakpoint
CREATE TABLE "tasks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"requirement_id" text NOT NULL,
	"position" integer NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tasks_run_id_requirement_id_unique" UNIQUE("run_id","requirement_id")
);
--> statement-breakpoint
CREATE TABLE "retrievals" (
	"tenant_id" uuid NOT NULL,
	"run_requirement_id" uuid NOT NULL,
	"rank" integer NOT NULL,
	"chunk_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"similarity" double precision NOT NULL,
	"excluded_reason" text,
	CONSTRAINT "retrievals_run_requirement_id_rank_pk" PRIMARY KEY("run_requirement_id","rank")
);
--> statement-breakpoint
CREATE TABLE "run_documents" (
	"tenant_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"original_filename" text NOT NULL,
	"sha256_hash" text NOT NULL,
	"expires_at" text,
	"excluded_reason" text,
	CONSTRAINT "run_documents_run_id_document_id_pk" PRIMARY KEY("run_id","document_id")
);
--> statement-breakpoint
CREATE TABLE "run_requirements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"requirement_record_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"lexical_query" sparsevec(1048576),
	"guidance_chunk_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL,
	"retrieved_at" timestamp (3) with time zone,
	"verified_at" timestamp (3) with time zone,
	CONSTRAINT "run_requirements_tenant_id_id" UNIQUE("tenant_id","id"),
	CONSTRAINT "run_requirements_run_id_requirement_record_id_unique" UNIQUE("run_id","requirement_record_id")
);
--> statement-breakpoint
CREATE TABLE "run_steps" (
	"tenant_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"step_index" integer NOT NULL,
	"step_name" text NOT NULL,
	"status" text DEFAULT 'NOT_EXECUTED' NOT NULL,
	"started_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone,
	"span_id" text,
	"input_refs" jsonb,
	"output_refs" jsonb,
	"error_details" jsonb,
	CONSTRAINT "run_steps_run_id_step_index_pk" PRIMARY KEY("run_id","step_index")
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"pack_id" uuid NOT NULL,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"snapshot_status" text DEFAULT 'PENDING' NOT NULL,
	"trigger_type" text NOT NULL,
	"reuse" boolean DEFAULT false NOT NULL,
	"started_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"failure_reason" text,
	"total_requirements" integer NOT NULL,
	"assessed_count" integer DEFAULT 0 NOT NULL,
	"complete_count" integer DEFAULT 0 NOT NULL,
	"partial_count" integer DEFAULT 0 NOT NULL,
	"missing_count" integer DEFAULT 0 NOT NULL,
	"criteria_version_id" uuid NOT NULL,
	"corpus_activation_id" uuid NOT NULL,
	"retrieval_version_id" uuid NOT NULL,
	"trace_id" text NOT NULL,
	"root_span_id" text NOT NULL,
	"tokens_in" integer DEFAULT 0 NOT NULL,
	"tokens_out" integer DEFAULT 0 NOT NULL,
	"cost_usd" double precision DEFAULT 0 NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"progressed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "runs_tenant_id_id" UNIQUE("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "spans" (
	"tenant_id" uuid NOT NULL,
	"trace_id" text NOT NULL,
	"span_id" text NOT NULL,
	"parent_span_id" text,
	"run_id" uuid,
	"name" text NOT NULL,
	"kind" smallint NOT NULL,
	"status_code" smallint NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL,
	"exported_at" timestamp (3) with time zone,
	"attributes" jsonb NOT NULL,
	CONSTRAINT "spans_trace_id_span_id_pk" PRIMARY KEY("trace_id","span_id")
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"key_hash" text NOT NULL,
	"role" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "api_keys_key_hash_unique" UNIQUE("key_hash"),
	CONSTRAINT "api_keys_tenant_id_id" UNIQUE("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"tenant_id" uuid NOT NULL,
	"key" text NOT NULL,
	"claim_id" uuid NOT NULL,
	"state" text NOT NULL,
	"request_digest" text,
	"response_status" smallint,
	"response_body" text,
	"claimed_until" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_tenant_id_key_pk" PRIMARY KEY("tenant_id","key")
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "memberships_tenant_id_user_id_pk" PRIMARY KEY("tenant_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "sweeps" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"swept_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sweeps_one_row" CHECK ("sweeps"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "tenants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"status" text DEFAULT 'ACTIVE' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "work_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"run_id" uuid,
	"stage" text NOT NULL,
	"state" text DEFAULT 'PENDING' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"crashes" integer DEFAULT 0 NOT NULL,
	"fence" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"available_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"published_at" timestamp (3) with time zone,
	"last_error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_checkpoints" ADD CONSTRAINT "audit_checkpoints_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_heads" ADD CONSTRAINT "audit_heads_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corpus_activation_items" ADD CONSTRAINT "corpus_activation_items_activation" FOREIGN KEY ("pack_id","activation_id") REFERENCES "public"."corpus_activations"("pack_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corpus_activation_items" ADD CONSTRAINT "corpus_activation_items_ingestion" FOREIGN KEY ("pack_id","ingestion_id") REFERENCES "public"."corpus_ingestions"("pack_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corpus_activations" ADD CONSTRAINT "corpus_activations_pack_id_packs_id_fk" FOREIGN KEY ("pack_id") REFERENCES "public"."packs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corpus_ingestions" ADD CONSTRAINT "corpus_ingestions_pack_id_packs_id_fk" FOREIGN KEY ("pack_id") REFERENCES "public"."packs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corpus_ingestions" ADD CONSTRAINT "corpus_ingestions_requested_by_tenant_id_tenants_id_fk" FOREIGN KEY ("requested_by_tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guidance_chunks" ADD CONSTRAINT "guidance_chunks_ingestion_id_corpus_ingestions_id_fk" FOREIGN KEY ("ingestion_id") REFERENCES "public"."corpus_ingestions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guidance_vectors" ADD CONSTRAINT "guidance_vectors_chunk_id_guidance_chunks_id_fk" FOREIGN KEY ("chunk_id") REFERENCES "public"."guidance_chunks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chunk_terms" ADD CONSTRAINT "chunk_terms_tenant_id_chunk_id_chunks_tenant_id_id_fk" FOREIGN KEY ("tenant_id","chunk_id") REFERENCES "public"."chunks"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chunk_vectors" ADD CONSTRAINT "chunk_vectors_tenant_id_chunk_id_chunks_tenant_id_id_fk" FOREIGN KEY ("tenant_id","chunk_id") REFERENCES "public"."chunks"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chunks" ADD CONSTRAINT "chunks_tenant_id_document_id_documents_tenant_id_id_fk" FOREIGN KEY ("tenant_id","document_id") REFERENCES "public"."documents"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_parent" FOREIGN KEY ("tenant_id","parent_document_id") REFERENCES "public"."documents"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "segments" ADD CONSTRAINT "segments_tenant_id_document_id_documents_tenant_id_id_fk" FOREIGN KEY ("tenant_id","document_id") REFERENCES "public"."documents"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "criteria" ADD CONSTRAINT "criteria_criteria_version_id_criteria_versions_id_fk" FOREIGN KEY ("criteria_version_id") REFERENCES "public"."criteria_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "criteria_versions" ADD CONSTRAINT "criteria_versions_pack_id_packs_id_fk" FOREIGN KEY ("pack_id") REFERENCES "public"."packs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pack_bindings" ADD CONSTRAINT "pack_bindings_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pack_bindings" ADD CONSTRAINT "pack_bindings_pack_id_criteria_version_id_criteria_versions_pack_id_id_fk" FOREIGN KEY ("pack_id","criteria_version_id") REFERENCES "public"."criteria_versions"("pack_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requirements" ADD CONSTRAINT "requirements_criteria_version_id_criterion_id_criteria_criteria_version_id_criterion_id_fk" FOREIGN KEY ("criteria_version_id","criterion_id") REFERENCES "public"."criteria"("criteria_version_id","criterion_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assessments" ADD CONSTRAINT "assessments_tenant_id_run_id_runs_tenant_id_id_fk" FOREIGN KEY ("tenant_id","run_id") REFERENCES "public"."runs"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_tenant_id_run_id_runs_tenant_id_id_fk" FOREIGN KEY ("tenant_id","run_id") REFERENCES "public"."runs"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "snapshots" ADD CONSTRAINT "snapshots_tenant_id_run_id_runs_tenant_id_id_fk" FOREIGN KEY ("tenant_id","run_id") REFERENCES "public"."runs"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_tenant_id_run_id_runs_tenant_id_id_fk" FOREIGN KEY ("tenant_id","run_id") REFERENCES "public"."runs"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retrievals" ADD CONSTRAINT "retrievals_tenant_id_run_requirement_id_run_requirements_tenant_id_id_fk" FOREIGN KEY ("tenant_id","run_requirement_id") REFERENCES "public"."run_requirements"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_documents" ADD CONSTRAINT "run_documents_tenant_id_run_id_runs_tenant_id_id_fk" FOREIGN KEY ("tenant_id","run_id") REFERENCES "public"."runs"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_requirements" ADD CONSTRAINT "run_requirements_requirement_record_id_requirements_id_fk" FOREIGN KEY ("requirement_record_id") REFERENCES "public"."requirements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_requirements" ADD CONSTRAINT "run_requirements_tenant_id_run_id_runs_tenant_id_id_fk" FOREIGN KEY ("tenant_id","run_id") REFERENCES "public"."runs"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_steps" ADD CONSTRAINT "run_steps_tenant_id_run_id_runs_tenant_id_id_fk" FOREIGN KEY ("tenant_id","run_id") REFERENCES "public"."runs"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_retrieval_version_id_retrieval_versions_id_fk" FOREIGN KEY ("retrieval_version_id") REFERENCES "public"."retrieval_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_pack_id_criteria_version_id_criteria_versions_pack_id_id_fk" FOREIGN KEY ("pack_id","criteria_version_id") REFERENCES "public"."criteria_versions"("pack_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_pack_id_corpus_activation_id_corpus_activations_pack_id_id_fk" FOREIGN KEY ("pack_id","corpus_activation_id") REFERENCES "public"."corpus_activations"("pack_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_items" ADD CONSTRAINT "work_items_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_checkpoints_tenant_id_created_at_index" ON "audit_checkpoints" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_entries_tenant_id_run_id_index" ON "audit_entries" USING btree ("tenant_id","run_id");--> statement-breakpoint
CREATE INDEX "corpus_ingestions_pack_id_created_at_index" ON "corpus_ingestions" USING btree ("pack_id","created_at");--> statement-breakpoint
CREATE INDEX "chunk_terms_tenant_id_document_id_index" ON "chunk_terms" USING btree ("tenant_id","document_id");--> statement-breakpoint
CREATE INDEX "chunk_vectors_tenant_id_document_id_index" ON "chunk_vectors" USING btree ("tenant_id","document_id");--> statement-breakpoint
CREATE INDEX "documents_tenant_id_status_index" ON "documents" USING btree ("tenant_id","status");--> statement-breakpoint
CREATE INDEX "documents_tenant_id_parent_document_id_index" ON "documents" USING btree ("tenant_id","parent_document_id");--> statement-breakpoint
CREATE INDEX "assessments_tenant_id_input_digest_index" ON "assessments" USING btree ("tenant_id","input_digest");--> statement-breakpoint
CREATE INDEX "tasks_tenant_id_status_index" ON "tasks" USING btree ("tenant_id","status");--> statement-breakpoint
CREATE UNIQUE INDEX "runs_one_active_per_tenant" ON "runs" USING btree ("tenant_id") WHERE status in ('PENDING', 'IN_PROGRESS');--> statement-breakpoint
CREATE INDEX "runs_tenant_id_created_at_index" ON "runs" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "spans_tenant_id_run_id_index" ON "spans" USING btree ("tenant_id","run_id");--> statement-breakpoint
CREATE INDEX "spans_to_export" ON "spans" USING btree ("ended_at") WHERE exported_at is null;--> statement-breakpoint
CREATE INDEX "spans_ended_at" ON "spans" USING btree ("ended_at");--> statement-breakpoint
CREATE UNIQUE INDEX "work_items_one_open" ON "work_items" USING btree ("tenant_id","kind","subject_id","stage") WHERE state in ('PENDING', 'RUNNING');--> statement-breakpoint
CREATE INDEX "work_items_due" ON "work_items" USING btree ("kind","tenant_id","available_at","id") WHERE state = 'PENDING';--> statement-breakpoint
CREATE INDEX "work_items_running" ON "work_items" USING btree ("kind","tenant_id") WHERE state = 'RUNNING';--> statement-breakpoint
CREATE INDEX "work_items_tenant_id_run_id_index" ON "work_items" USING btree ("tenant_id","run_id");