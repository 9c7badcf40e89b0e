import { AssayError, type AuditEntry } from "@assay/contract";
import { toOcsf } from "@assay/core/audit-out";
import type { AuditDestination } from "@assay/core/ports";
import { lockHeaders, type ObjectLock } from "./lock-headers.ts";
import { connectS3, type S3Options } from "./s3-client.ts";
import { isTaken, readRefusal, toS3Failure } from "./s3-failure.ts";

export interface S3AuditOptions extends S3Options, ObjectLock {
  readonly version: string;
}

const DIGITS = 12;

/** Adds an object for each entry to a bucket with object lock, and changes none: one that is there was sent before. */
export function createS3AuditDestination({ lockDays, now, version, ...options }: S3AuditOptions): AuditDestination {
  const put = connectS3(options);
  async function add(entry: AuditEntry): Promise<void> {
    const name = `${entry.tenantId}/${String(entry.sequence).padStart(DIGITS, "0")}-${entry.hash}.json`;
    const body = JSON.stringify(toOcsf(entry, { version }));
    const headers = {
      "content-type": "application/json",
      "if-none-match": "*",
      ...lockHeaders(body, { lockDays, now }),
    };
    const reply = await put({ method: "PUT", name, body, headers });
    if (reply.ok) {
      await reply.body?.cancel();
      return;
    }
    const refusal = await readRefusal(reply);
    if (!isTaken(refusal)) throw toS3Failure(refusal);
  }
  return {
    name: "s3",
    async send(entries, { signal }) {
      for (const [taken, entry] of entries.entries()) {
        if (signal.aborted) return { taken, problem: "it took too long" };
        try {
          await add(entry);
        } catch (error) {
          if (!(error instanceof AssayError)) throw error;
          return { taken, problem: error.message };
        }
      }
      return { taken: entries.length };
    },
  };
}
