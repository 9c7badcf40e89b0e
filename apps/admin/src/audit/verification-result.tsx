import type { AuditVerification } from "@assay/client/admin";
import { Link } from "@assay/site/link";
import { hrefWith } from "@assay/site/location";
import { CopyText, Notice } from "@assay/ui";
import { describeCheckpointProblem, describeVerification } from "./describe-verification.ts";

export function VerificationResult({ result }: { result: AuditVerification }) {
  const { tone, title, sentences, brokenAt } = describeVerification(result);
  return (
    <Notice
      tone={tone}
      title={title}
      action={
        brokenAt !== null && (
          <Link href={hrefWith({ tab: null, entry: String(brokenAt) })} className="text-accent underline">
            Look at entry {brokenAt.toLocaleString()}
          </Link>
        )
      }
    >
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {result.checkpoints.problems.length > 0 && (
        <ul className="list-disc ps-5">
          {result.checkpoints.problems.map(({ id, sequence, problem }) => (
            <li key={id}>
              The checkpoint of entry {sequence.toLocaleString()} does not match: {describeCheckpointProblem(problem)}.
            </li>
          ))}
        </ul>
      )}
      <p className="mt-1 flex flex-wrap items-center gap-x-2 text-xs">
        <span>Hash at its end</span>
        <CopyText text={result.head.hash} what="the hash at the end" whole />
      </p>
    </Notice>
  );
}
