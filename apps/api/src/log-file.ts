import { appendFile } from "node:fs/promises";

/** Lines that wait while the disk does not take them. */
const WAITING_MAX = 1000;

/**
 * Writes lines to the end of a file. A disk that takes none (full, read-only, gone) costs lines and never the service:
 * the next line that is written follows one that says how many were lost.
 */
export function openLogFile(path: string, append: typeof appendFile = appendFile): (line: string) => void {
  let waiting: string[] = [];
  let lost = 0;
  let writing = false;

  async function drain(): Promise<void> {
    writing = true;
    while (waiting.length > 0) {
      const lines = waiting;
      waiting = [];
      const told = lost;
      const head = told > 0 ? [lostLine(told)] : [];
      try {
        await append(path, [...head, ...lines].map((line) => `${line}\n`).join(""), { mode: 0o600 });
        lost -= told;
      } catch {
        lost += lines.length;
      }
    }
    writing = false;
  }

  return (line) => {
    if (waiting.length < WAITING_MAX) waiting.push(line);
    else lost += 1;
    if (!writing) void drain();
  };
}

function lostLine(lines: number): string {
  return JSON.stringify({ time: new Date().toISOString(), level: "error", event: "log.lines_lost", lines });
}
