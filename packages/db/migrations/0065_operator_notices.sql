CREATE TABLE "operator_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"notice_id" uuid NOT NULL,
	"state" text NOT NULL,
	"channel" text NOT NULL,
	"address" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operator_notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"detail" text NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"told_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "operator_messages" ADD CONSTRAINT "operator_messages_notice_id_operator_notices_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."operator_notices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "operator_messages_due" ON "operator_messages" USING btree ("next_attempt_at") WHERE next_attempt_at is not null;--> statement-breakpoint
CREATE INDEX "operator_messages_of_notice" ON "operator_messages" USING btree ("notice_id");--> statement-breakpoint
CREATE UNIQUE INDEX "operator_notices_one_open" ON "operator_notices" USING btree ("kind","subject") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "operator_notices_ended" ON "operator_notices" USING btree ("ended_at") WHERE ended_at is not null;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON operator_notices, operator_messages TO assay_system;
