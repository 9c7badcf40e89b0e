import type { Run, SignOff } from "@assay/client";
import { formatDayOf } from "@assay/site/format";
import { Link } from "@assay/site/link";
import { BASE } from "@assay/site/location";
import { useQuery } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { isAuditor } from "../app/verdict-href.ts";
import { signOffsQuery } from "../sign-offs/queries.ts";

const ROLES: Record<SignOff["role"], string> = { PREPARED: "prepared", REVIEWED: "reviewed", APPROVED: "approved" };

/** Why nothing can be decided any more, and who signed. */
export default function ReviewsClosed({ run }: { run: Run }) {
  const { data } = useQuery({ ...signOffsQuery(run.id), enabled: !isAuditor() });
  const standing = data?.signOffs.filter((signOff) => signOff.standing) ?? [];
  return (
    <div className="flex gap-2 rounded-lg bg-hover px-3 py-2.5 text-sm">
      <Lock size={14} aria-hidden className="mt-1 shrink-0 text-muted" />
      <div className="min-w-0 break-words">
        <p>
          <span className="font-medium">Reviews are closed.</span> The run is signed.{" "}
          {!isAuditor() && (
            <Link href={`${BASE}/runs?run=${run.id}&tab=sign-off`} className="text-accent underline underline-offset-2">
              Go to the sign-off
            </Link>
          )}
        </p>
        <ul>
          {standing.map(({ id, role, signerName, createdAt }) => (
            <li key={id} className="text-muted">
              <bdi>{signerName}</bdi> signed as {ROLES[role]} on {formatDayOf(createdAt)}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
