import { Link } from "@assay/site/link";
import { BASE, navigate } from "@assay/site/location";
import { useMay } from "@assay/site/use-session";
import { Button } from "@assay/ui";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleDashed } from "lucide-react";
import type { ReactNode } from "react";
import { summaryQuery } from "../documents/summary-query.ts";

const NONE = { documents: 0, ready: 0, waiting: 0, archivesWaiting: 0, archivesFailed: 0 };

/** Leads a tenant without a run to its first results: upload, wait, run, read. */
export default function FirstSteps() {
  const { data } = useQuery(summaryQuery());
  const { documents, ready, archivesWaiting, archivesFailed } = data ?? NONE;
  const waiting = (data ?? NONE).waiting + archivesWaiting;
  const mayStart = useMay("MEMBER");
  return (
    <section aria-label="First steps" className="shrink-0 border-b border-line bg-accent-soft px-4 py-3 text-sm">
      <h2 className="font-semibold">Three steps to your first assessment</h2>
      <ol className="mt-2 flex flex-col gap-1.5">
        <Step done={documents + archivesWaiting + archivesFailed > 0}>
          <Link href={`${BASE}/documents`} className="text-accent underline underline-offset-2">
            Upload your evidence
          </Link>
          : policies, records, registers, or a ZIP of them
        </Step>
        <Step done={ready > 0 && waiting === 0}>
          {waiting > 0 ? `Wait while documents are read: ${ready} ready, ${waiting} to go` : "Wait until it is read"}
        </Step>
        <Step done={false}>Start a run, and read its verdicts here</Step>
      </ol>
      {ready > 0 && waiting === 0 && mayStart && (
        <Button look="primary" className="mt-3" onClick={() => navigate(`${BASE}/runs?start=1`)}>
          Start the first run
        </Button>
      )}
    </section>
  );
}

function Step({ done, children }: { done: boolean; children: ReactNode }) {
  const Icon = done ? CircleCheck : CircleDashed;
  return (
    <li className="flex gap-2">
      <Icon size={16} aria-hidden className={`mt-0.5 shrink-0 ${done ? "text-complete" : "text-muted"}`} />
      <span>
        {children}
        {done && <span className="sr-only"> (done)</span>}
      </span>
    </li>
  );
}
