import type { KeptCheckpoint } from "@assay/client/admin";
import { messageOf } from "@assay/site/error-panel";
import { formatCount } from "@assay/site/format";
import { useNow } from "@assay/site/use-now";
import { Button, Notice } from "@assay/ui";
import { useMutation } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { clientsOf, useTenantId } from "../app/tenant.ts";
import { useTenantQuery } from "../app/use-tenant-query.ts";
import { CheckpointDrop } from "./checkpoint-drop.tsx";
import { CheckpointList } from "./checkpoint-list.tsx";
import { VerificationResult } from "./verification-result.tsx";

/** Proves the log: by recomputing it, against the checkpoints that are next to it, and against one kept outside. */
export function VerificationPanel() {
  const tenantId = useTenantId();
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const verify = useMutation({
    mutationFn: async (kept: KeptCheckpoint | undefined) => {
      stop.current = new AbortController();
      const { admin } = await clientsOf(tenantId);
      return admin.audit.verify(kept, { signal: stop.current.signal });
    },
  });
  const failed = verify.error && verify.error.name !== "AbortError" ? messageOf(verify.error) : null;
  return (
    <div className="flex flex-col gap-6 py-4">
      <section aria-label="Verify the log" className="flex flex-col gap-3">
        <div className="grid gap-4 lg:grid-cols-2">
          <div className="flex flex-col items-start gap-2 text-sm">
            <h2 className="text-sm font-semibold">Verify the log</h2>
            <p className="text-muted">
              Computes the hash of every entry again and compares the chain with each signed checkpoint. It changes
              nothing.
            </p>
            <Button
              look="primary"
              icon={<ShieldCheck size={14} aria-hidden />}
              busy={verify.isPending}
              onClick={() => verify.mutate(undefined)}
            >
              Verify now
            </Button>
          </div>
          <CheckpointDrop busy={verify.isPending} onRead={(checkpoint) => verify.mutate(checkpoint)} />
        </div>
        {verify.isPending && <UnderWay onCancel={() => stop.current?.abort()} />}
        <div role="status" className="empty:hidden">
          {verify.data && <VerificationResult result={verify.data} />}
        </div>
        {failed && (
          <div role="alert">
            <Notice tone="failed" title="The log could not be verified">
              {failed}. This says nothing about the log itself: try again.
            </Notice>
          </div>
        )}
      </section>
      <CheckpointList />
    </div>
  );
}

function UnderWay({ onCancel }: { onCancel: () => void }) {
  const [startedAt] = useState(Date.now);
  const seconds = Math.max(0, Math.floor((useNow(true) - startedAt) / 1000));
  const { data: total } = useTenantQuery({
    key: ["audit", "total"],
    load: async ({ admin }, options) => (await admin.audit.page({ limit: 1, ...options })).total,
  });
  return (
    <div className="flex flex-wrap items-center gap-3 text-sm">
      <div
        role="progressbar"
        aria-label="Verifying the log"
        className="h-1.5 w-40 overflow-hidden rounded-full bg-hover"
      >
        <div className="h-full w-1/3 animate-pulse rounded-full bg-accent" />
      </div>
      <p className="tabular-nums">
        {total === undefined ? "Computing hashes" : `Computing the hashes of ${formatCount(total, "entry", "entries")}`}
        {seconds > 0 && `, ${seconds} s`}
      </p>
      <Button onClick={onCancel}>Cancel</Button>
    </div>
  );
}
