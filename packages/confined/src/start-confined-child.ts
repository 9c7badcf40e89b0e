import { type Confinement, forkConfined } from "./fork-confined.ts";
import { holdProcess } from "./hold-process.ts";

/** A process that does one job at a time. */
export interface ConfinedChild<To, From> {
  /** 0 where none could be started: it has ended already. */
  readonly pid: number;
  /** Jobs given to it so far. */
  jobs: number;
  /** It may still work, but must not be given another job. */
  tainted: boolean;
  /** What the process last wrote to its error output. */
  readonly errorOutput: () => string;
  readonly ended: Promise<void>;
  send(message: To): void;
  /** One listener at a time. */
  onMessage(listener: ((message: From) => void) | null): void;
  /** Whether the process keeps its parent from ending. */
  hold(held: boolean): void;
  kill(): Promise<void>;
}

/** Forks a process without environment, and without rights to write outside `tempDir` or to start programs. */
export function startConfinedChild<To extends object, From>(
  entry: string,
  confinement: Confinement,
  isTaint: (message: From) => boolean = () => false,
): ConfinedChild<To, From> {
  const { forked, errorOutput, ended } = forkConfined(entry, confinement);
  let listener: ((message: From) => void) | null = null;
  const child: ConfinedChild<To, From> = {
    pid: forked.pid ?? 0,
    jobs: 0,
    tainted: false,
    errorOutput,
    ended,
    // A process that has just died refuses the message; its end is reported through `ended`.
    send: (message) => forked.connected && forked.send(message, () => undefined),
    onMessage: (next) => {
      listener = next;
    },
    hold: (held) => holdProcess(forked, held),
    async kill() {
      child.tainted = true;
      child.hold(true);
      forked.kill("SIGKILL");
      await ended;
    },
  };
  forked.on("message", (message: From) => {
    if (isTaint(message)) child.tainted = true;
    else listener?.(message);
  });
  void ended.then(() => {
    child.tainted = true;
  });
  return child;
}
