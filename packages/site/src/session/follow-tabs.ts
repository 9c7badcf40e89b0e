import { BASE, navigate } from "../router/location.ts";
import { readSession, SESSION_KEY } from "./auth.ts";
import { principal } from "./principal.ts";
import { queryClient, signInHref } from "./query-client.ts";
import { onOtherTab } from "./tabs.ts";

/** Shows here what is changed, and who is signed in, in other tabs; `keys` begin what is read again after a change. */
export function followTabs(keys: readonly string[]): void {
  onOtherTab((message) => {
    if (message === "tenant") return void queryClient.invalidateQueries({ queryKey: ["session"] });
    for (const key of keys) void queryClient.invalidateQueries({ queryKey: [key] });
  });
  window.addEventListener("storage", ({ key, oldValue, newValue }) => {
    if (key !== SESSION_KEY || principal()) return;
    const [before, now] = [readSession(oldValue), readSession(newValue)];
    if (before?.email === now?.email) return;
    queryClient.clear();
    if (!now) navigate(signInHref({ ended: true }), { replace: true });
    // What is on the page is another person's.
    else if (before) location.assign(BASE);
    else location.reload();
  });
}
