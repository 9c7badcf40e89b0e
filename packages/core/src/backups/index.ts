export * from "./record-backup.ts";
