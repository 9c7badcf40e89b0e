import { AssayApiError } from "@assay/client";
import { ErrorState } from "@assay/ui";

/** What could not be shown, why, and the request's id; a retry where one can help. */
export function ErrorPanel({ title, error, onRetry }: { title: string; error: unknown; onRetry?: () => void }) {
  const { requestId, help } = error instanceof AssayApiError ? error : { requestId: null, help: null };
  return (
    <ErrorState
      title={title}
      message={messageOf(error)}
      requestId={requestId}
      helpUrl={help}
      {...(onRetry && { onRetry })}
    />
  );
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "Something unexpected happened";
}
