import { CircleAlert, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";

export interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}

/** Nothing is here: why, and what to do about it. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-sm flex-col items-center gap-1.5 px-6 py-16 text-center text-sm">
      {icon && (
        <div className="mb-2 flex size-11 items-center justify-center rounded-xl border border-line bg-raised text-muted shadow-low">
          {icon}
        </div>
      )}
      <p className="font-medium text-text">{title}</p>
      {children && <div className="text-sm text-muted">{children}</div>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}

export interface ErrorStateProps {
  title: string;
  message: string;
  /** Names the request in the service's log. */
  requestId?: string | null;
  /** Page that explains the error. */
  helpUrl?: string | null;
  onRetry?: () => void;
}

export function ErrorState({ title, message, requestId, helpUrl, onRetry }: ErrorStateProps) {
  return (
    <div role="alert" className="mx-auto flex max-w-md flex-col items-center gap-2 px-6 py-12 text-center">
      <CircleAlert size={22} aria-hidden className="text-missing" />
      <p className="font-medium text-text">{title}</p>
      <p className="text-sm break-words text-muted">{message}</p>
      {requestId && (
        <p className="text-xs text-muted">
          Request <code className="select-all">{requestId}</code>
        </p>
      )}
      {helpUrl && (
        <a className="text-sm text-accent underline underline-offset-2" href={helpUrl} target="_blank" rel="noreferrer">
          What can I do?
        </a>
      )}
      {onRetry && (
        <Button className="mt-2" icon={<RotateCw size={14} aria-hidden />} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
