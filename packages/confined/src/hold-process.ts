import type { ChildProcess } from "node:child_process";

/** Whether a child process, its channel and its error output keep this process from ending. */
export function holdProcess(forked: ChildProcess, held: boolean): void {
  const act = held ? "ref" : "unref";
  forked[act]();
  forked.channel?.[act]();
  (forked.stderr as { ref?(): void; unref?(): void } | null)?.[act]?.();
}
