import { useDeployment } from "./use-deployment.ts";

/** Says so where nobody can sign in yet, and what the operator does about it. Nothing while that is unknown. */
export function EmptyNotice() {
  if (!useDeployment()?.empty) return null;
  return (
    <div role="status" className="flex flex-col gap-2 rounded-md border border-line bg-surface p-3 text-sm">
      <p>Nobody can sign in yet because this service has no tenant. Its operator creates the first one:</p>
      {/* Lines break between options and not within their dashes. */}
      <code className="rounded-sm bg-hover px-2 py-1.5 text-xs select-all *:whitespace-nowrap">
        <span>npm run tenant:create --</span> <span>--name &lt;name&gt;</span> <span>--admin &lt;e-mail&gt;</span>
      </code>
    </div>
  );
}
