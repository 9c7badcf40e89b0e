/** Tabs of the same browser agree: what is changed in one is read again in the others. */
const channel = new BroadcastChannel("assay");

export function notifyOtherTabs(): void {
  channel.postMessage("changed");
}

export function notifyTenantChange(): void {
  channel.postMessage("tenant");
}

export function onOtherTab(listener: (message: "changed" | "tenant") => void): void {
  channel.onmessage = ({ data }: MessageEvent<"changed" | "tenant">) => listener(data);
}
