import type { PackIssue } from "@assay/client/admin";
import { ErrorPanel } from "@assay/site/error-panel";
import { formatCount } from "@assay/site/format";
import { useShownFew } from "@assay/site/show-more";
import { Notice } from "@assay/ui";
import { type FileProblems, type ProblemGroup, readProblems } from "./group-problems.ts";

/** All that is wrong with a file, by row or item, each with what is there and how to fix it. */
export function DryRunProblems({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const problems = readProblems(error);
  if (!problems) return <ErrorPanel title="The file cannot be checked" error={error} onRetry={onRetry} />;
  return <Problems {...problems} />;
}

function Problems({ groups, count, omitted, readable }: FileProblems) {
  const { shown, more } = useShownFew(groups);
  return (
    <section aria-label="Problems of the file" className="flex flex-col gap-3">
      <div role="alert">
        <Notice tone="missing" title={`${formatCount(count, "problem")}: nothing was imported`}>
          Correct the file and choose it again.{" "}
          {readable > 0 && `Requirements without a problem: ${readable.toLocaleString()}. `}
          {omitted > 0 && `The first ${count - omitted} problems are shown; ${formatCount(omitted, "more")} follow.`}
        </Notice>
      </div>
      <ol className="divide-y divide-line rounded-lg border border-line">
        {shown.map((group) => (
          <Group key={group.place} {...group} />
        ))}
      </ol>
      {more}
    </section>
  );
}

function Group({ place, issues }: ProblemGroup) {
  return (
    <li className="grid gap-x-4 gap-y-1 px-3 py-2 text-sm sm:grid-cols-[10rem_minmax(0,1fr)]">
      <h2 className="font-medium break-words">{place}</h2>
      <ul className="flex min-w-0 flex-col gap-2">
        {issues.map((issue) => (
          <Issue key={`${issue.name} ${issue.issue}`} issue={issue} />
        ))}
      </ul>
    </li>
  );
}

function Issue({ issue: { name, issue, value, mend } }: { issue: PackIssue }) {
  return (
    <li className="min-w-0 break-words">
      <p>
        {name && <code className="me-1 rounded bg-hover px-1 font-mono text-xs">{name}</code>}
        {issue}
        {value !== null && value !== "" && !issue.includes(`'${value}'`) && (
          <span className="text-muted">
            , but is “<bdi>{value}</bdi>”
          </span>
        )}
      </p>
      <p className="text-muted">{mend}.</p>
    </li>
  );
}
