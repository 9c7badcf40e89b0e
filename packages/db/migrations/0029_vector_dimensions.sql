-- A column for each number of dimensions, stored plain as the first one is: what is TOASTed is seven times slower to scan.
ALTER TABLE "guidance_vectors" ADD COLUMN "embedding_384" halfvec(384);--> statement-breakpoint
ALTER TABLE "guidance_vectors" ADD COLUMN "embedding_1024" halfvec(1024);--> statement-breakpoint
ALTER TABLE "guidance_vectors" ADD COLUMN "embedding_1536" halfvec(1536);--> statement-breakpoint
ALTER TABLE "chunk_vectors" ADD COLUMN "embedding_384" halfvec(384);--> statement-breakpoint
ALTER TABLE "chunk_vectors" ADD COLUMN "embedding_1024" halfvec(1024);--> statement-breakpoint
ALTER TABLE "chunk_vectors" ADD COLUMN "embedding_1536" halfvec(1536);--> statement-breakpoint
ALTER TABLE "guidance_vectors" ALTER COLUMN "embedding_384" SET STORAGE PLAIN;--> statement-breakpoint
ALTER TABLE "guidance_vectors" ALTER COLUMN "embedding_1024" SET STORAGE PLAIN;--> statement-breakpoint
ALTER TABLE "guidance_vectors" ALTER COLUMN "embedding_1536" SET STORAGE PLAIN;--> statement-breakpoint
ALTER TABLE "chunk_vectors" ALTER COLUMN "embedding_384" SET STORAGE PLAIN;--> statement-breakpoint
ALTER TABLE "chunk_vectors" ALTER COLUMN "embedding_1024" SET STORAGE PLAIN;--> statement-breakpoint
ALTER TABLE "chunk_vectors" ALTER COLUMN "embedding_1536" SET STORAGE PLAIN;