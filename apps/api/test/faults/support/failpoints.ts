import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Failpoint, Failpoints, Reached } from "@assay/core/ports";

/** `point@kind.stage`, or of one tenant `point@kind.stage@tenant`. */
type Place = string;

/** What happens to the first process that reaches a place: it dies, stands still, or waits until it is let go. */
type Act = "kill" | "stop" | "hold";

const placeOf = (point: Failpoint, { kind, stage }: Pick<Reached, "kind" | "stage">): Place =>
  `${point}@${kind}.${stage}`;

/** The side of the process: what is armed is a file of `dir`, so that one process alone takes it, and says so. */
export function createFailpoints(dir: string): Failpoints {
  const told = new Set<Place>();
  const say = (event: string, place: Place, act?: Act) =>
    writeSync(2, `${JSON.stringify({ event, place, pid: process.pid, ...(act && { act }) })}\n`);

  /** The act of an armed place, which is no longer armed then. */
  function take(place: Place): Act | undefined {
    const file = join(dir, place);
    if (!existsSync(file)) return undefined;
    try {
      const act = readFileSync(file, "utf8") as Act;
      unlinkSync(file);
      return act;
    } catch {
      return undefined;
    }
  }

  return {
    async reach(point, at) {
      const place = placeOf(point, at);
      if (!told.has(place)) {
        told.add(place);
        say("test.passed", place);
      }
      if (point === "committed" && at.kind === "assessment") say("test.recorded", place);
      for (const armed of at.tenantId ? [place, `${place}@${at.tenantId}`] : [place]) {
        const act = take(armed);
        if (!act) continue;
        say("test.fault", armed, act);
        if (act === "kill") process.kill(process.pid, "SIGKILL");
        if (act === "stop") {
          writeFileSync(join(dir, `stopped ${process.pid}`), "");
          process.kill(process.pid, "SIGSTOP");
        }
        if (act === "hold") {
          const held = join(dir, `held ${armed}`);
          writeFileSync(held, "");
          while (existsSync(held)) await pause(5);
        }
      }
    },
  };
}

/** The side of the test. */
export interface Armory {
  readonly dir: string;
  arm(place: Place, act?: Act): void;
  /** What no process has reached yet. */
  armed(): Place[];
  /** Returns whether no process had reached it. */
  disarm(place: Place): boolean;
  held(): Place[];
  /** The processes that stood still since the last call. */
  takeStopped(): number[];
  letGo(place: Place): void;
  close(): void;
}

export function createArmory(): Armory {
  const dir = mkdtempSync(join(tmpdir(), "assay-failpoints-"));
  const list = () => readdirSync(dir);
  return {
    dir,
    arm: (place, act = "kill") => writeFileSync(join(dir, place), act),
    armed: () => list().filter((name) => !/^(held|stopped) /.test(name)),
    disarm(place) {
      const isArmed = existsSync(join(dir, place));
      rmSync(join(dir, place), { force: true });
      return isArmed;
    },
    held: () =>
      list()
        .filter((name) => name.startsWith("held "))
        .map((name) => name.slice("held ".length)),
    takeStopped() {
      const names = list().filter((name) => name.startsWith("stopped "));
      for (const name of names) rmSync(join(dir, name));
      return names.map((name) => Number(name.slice("stopped ".length)));
    },
    letGo: (place) => rmSync(join(dir, `held ${place}`)),
    close: () => rmSync(dir, { recursive: true, force: true }),
  };
}
