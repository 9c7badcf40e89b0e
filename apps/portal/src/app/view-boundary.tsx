import { Component, type ReactNode } from "react";
import { ErrorPanel } from "./error-panel.tsx";

/** Keeps what breaks in one view, for instance a part that could not be loaded, from taking the page with it. */
export class ViewBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    return <ErrorPanel title="This view cannot be shown" error={this.state.error} onRetry={() => location.reload()} />;
  }
}
