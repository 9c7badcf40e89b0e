import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createInterface } from "node:readline";
import type { Env } from "./launch-process.ts";
import { until } from "./test-client.ts";

/** One shell of an operator: variables and the folder stay from command to command. */
export interface Shell {
  /** Runs a command to its end and returns what it wrote. Throws with that where it failed. */
  run(command: string): Promise<string>;
  /** Starts a command that continues, and waits until it has written `line`. */
  start(command: string, line: RegExp): Promise<void>;
  /** Ends what was started, in peace. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

export function openShell(cwd: string, env: Env): Shell {
  const shell = spawn("bash", ["--noprofile", "--norc"], { cwd, env, detached: true, stdio: ["pipe", "pipe", "pipe"] });
  const lines = createInterface({ input: shell.stdout })[Symbol.asyncIterator]();
  shell.stdin.write("exec 2>&1; set -o pipefail\n");
  let started: number | undefined;

  async function finish(command: string): Promise<{ code: number; output: string }> {
    const mark = `done ${randomBytes(8).toString("hex")}`;
    // What a command reads is not the commands after it.
    shell.stdin.write(`{\n${command}\n} </dev/null\nended=$?; echo; echo ${mark} $ended\n`);
    const written: string[] = [];
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error(`Cannot go on because the shell ended with '${command}':\n${written.join("\n")}`);
      if (value.startsWith(mark)) return { code: Number(value.slice(mark.length)), output: written.join("\n") };
      written.push(value);
    }
  }
  const run: Shell["run"] = async (command) => {
    const { code, output } = await finish(command);
    if (code !== 0) throw new Error(`Cannot follow '${command}': it ended with ${code}\n${output}`);
    return output;
  };
  const stop = async () => {
    if (started === undefined) return;
    const group = -started;
    started = undefined;
    signal(group, "SIGTERM");
    await until(
      async () => signal(group, 0),
      (lives) => !lives,
    );
  };
  return {
    run,
    stop,
    async start(command, line) {
      const log = (await run("mktemp")).trim();
      const pid = Number((await run(`setsid bash -c '${command}' >${log} 2>&1 & echo $!`)).trim());
      started = pid;
      await until(
        async () => {
          const { output } = await finish(`cat ${log}`);
          if (!line.test(output) && !signal(pid, 0))
            throw new Error(`Cannot go on because '${command}' ended:\n${output}`);
          return output;
        },
        (output) => line.test(output),
      );
    },
    async close() {
      await stop();
      signal(-shell.pid!, "SIGKILL");
    },
  };
}

/** Whether the process, or for a negative number the group, is there. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    return false;
  }
}
