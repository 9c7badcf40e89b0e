/** Tabs of the same browser agree: what is changed in one is read again in the others. */
const channel = new BroadcastChannel("assay");

export function notifyOtherTabs(): void {
  channel.postMessage("changed");
}

export function onOtherTab(listener: () => void): void {
  channel.onmessage = listener;
}
