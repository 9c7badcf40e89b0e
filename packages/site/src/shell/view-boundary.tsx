import { ErrorState } from "@assay/ui";
import { Component, type ReactNode, useEffect, useState } from "react";
import { mayLeavePage } from "../router/may-leave-page.ts";
import { ErrorPanel } from "./error-panel.tsx";
import { isLoadFailure, reloadPage, reloadWhenReachable, wasJustReloaded } from "./load-failure.ts";

export interface ViewBoundaryProps {
  /** The page's heading, where the view would have brought it. */
  heading?: string;
  children: ReactNode;
}

/** Keeps what breaks in one view, for instance a part that could not be loaded, from taking the page with it. */
export class ViewBoundary extends Component<ViewBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    const { heading, children } = this.props;
    if (error === null) return children;
    return (
      <>
        {heading && <h1 className="sr-only">{heading}</h1>}
        {isLoadFailure(error) ? (
          <NotLoaded />
        ) : (
          <ErrorPanel title="This view cannot be shown" error={error} onRetry={() => location.reload()} />
        )}
      </>
    );
  }
}

/** Heals by itself, once: the page is loaded again as soon as the site can be reached. */
function NotLoaded() {
  const [waits] = useState(() => !wasJustReloaded());
  useEffect(() => (waits ? reloadWhenReachable(mayLeavePage) : undefined), [waits]);
  return (
    <ErrorState
      title="This view could not be loaded"
      message={
        waits
          ? "The site cannot be reached, or it has a new version. The page reloads as soon as the site responds."
          : "It did not load the second time either. Wait a minute, then try again."
      }
      onRetry={reloadPage}
    />
  );
}
