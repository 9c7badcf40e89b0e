import { useEffect } from "react";
import type { Stopwatch } from "./stopwatch.ts";

/** Runs while the component is in the page and the page is in view. */
export function useTimeInView(watch: Stopwatch): void {
  useEffect(() => {
    const follow = () => (document.visibilityState === "visible" ? watch.start() : watch.stop());
    follow();
    document.addEventListener("visibilitychange", follow);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      watch.stop();
    };
  }, [watch]);
}
