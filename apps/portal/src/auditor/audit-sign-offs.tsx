import type { Run } from "@assay/client";
import { SkeletonList } from "@assay/ui";
import { lazy, Suspense } from "react";

const SignOffPanel = lazy(async () => ({ default: (await import("../sign-offs/sign-off-panel.tsx")).SignOffPanel }));

/** Who is behind the run, with what each person signed. */
export function AuditSignOffs({ run }: { run: Run }) {
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-4 p-4">
      <h2 className="text-base font-semibold">Sign-off</h2>
      <Suspense fallback={<SkeletonList label="Loading the signatures" rows={3} />}>
        <SignOffPanel run={run} />
      </Suspense>
    </div>
  );
}
