import type { SignOff } from "@assay/client";
import { formatCount } from "@assay/site/format";
import { SIGNED_MARKS } from "@assay/site/signed-mark";
import { ChevronRight } from "lucide-react";
import { SignOffDetails } from "./sign-off-details.tsx";

const ACTS: Readonly<Record<SignOff["act"], string>> = {
  SIGNED: "Signed as",
  DECLINED: "Declined to sign as",
  WITHDRAWN: "Withdrew the signature as",
};

/** Every act, those that no longer stand included. */
export function SignOffHistory({ signOffs }: { signOffs: readonly SignOff[] }) {
  return (
    <details className="group/history">
      <summary className="target inline-flex items-center gap-1 text-sm text-muted hover:text-text">
        <ChevronRight
          size={14}
          aria-hidden
          className="transition-transform group-open/history:rotate-90 print:hidden"
        />
        History: {formatCount(signOffs.length, "act")}
      </summary>
      <ol aria-label="History of the sign-off" className="mt-2 divide-y divide-line rounded-lg border border-line">
        {signOffs.map((signOff) => (
          <li key={signOff.id} className="flex flex-col gap-1 px-3 py-2.5">
            <p className="flex flex-wrap items-baseline gap-x-2 text-sm font-medium">
              <span className="text-muted tabular-nums">{signOff.sequence}</span>
              <span className="min-w-0 flex-1">
                {ACTS[signOff.act]} {SIGNED_MARKS[signOff.role].label.toLowerCase()}
              </span>
              <State signOff={signOff} signOffs={signOffs} />
            </p>
            <SignOffDetails signOff={signOff} />
          </li>
        ))}
      </ol>
    </details>
  );
}

function State({
  signOff: { act, standing, withdrawnById },
  signOffs,
}: {
  signOff: SignOff;
  signOffs: readonly SignOff[];
}) {
  if (act !== "SIGNED") return null;
  const ender = signOffs.find(({ id }) => id === withdrawnById);
  return (
    <span className="text-xs font-normal text-muted">
      {standing ? "stands" : `ended by act ${ender?.sequence ?? "unknown"}`}
    </span>
  );
}
