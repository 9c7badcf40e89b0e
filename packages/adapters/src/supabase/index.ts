export { type BucketOutcome, type EnsureBucketOptions, ensureBucket } from "./ensure-bucket.ts";
export { createSupabaseAccounts } from "./supabase-accounts.ts";
export type { SupabaseOptions } from "./supabase-client.ts";
export { createSupabaseFileStore, type SupabaseFileStoreOptions } from "./supabase-file-store.ts";
export { createSupabaseIdentity, type SupabaseIdentityOptions } from "./supabase-identity.ts";
