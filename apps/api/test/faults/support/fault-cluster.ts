import type { Limits } from "../../../src/settings/limits.ts";
import { type CloudProcess, type CloudProcesses, cloudProcesses } from "../../support/cloud-processes.ts";
import type { Env } from "../../support/launch-process.ts";
import type { TestTenant } from "../../support/make-tenant.ts";
import { UNDER_TEST } from "./cut-connections.ts";
import { type Armory, createArmory } from "./failpoints.ts";
import { patientFetch } from "./patient-fetch.ts";

/** Durations at about a thirtieth; a lease is longer, so that a slow machine does not lose those of the living. */
const SCALED: Partial<Limits> = {
  leaseMs: 1000,
  retryDelayMs: 60,
  dispatchOverdueMs: 1500,
  sweepLateMs: 2000,
  pauseMaxMs: 1000,
};

export interface FaultCluster extends CloudProcesses {
  readonly armory: Armory;
  /** Those that were killed, by a failpoint or from here. */
  readonly killed: readonly CloudProcess[];
  /** Ends one that serves, which another one replaces. */
  kill(process: CloudProcess): void;
  newTenant(options?: Parameters<CloudProcesses["tenant"]>[0]): Promise<TestTenant>;
}

/**
 * Processes of which so many serve at all times: one that dies is replaced at once by one that is by, because a start
 * costs more than everything else.
 */
export async function faultCluster(
  { serving, standby }: { serving: number; standby: number },
  limits: Partial<Limits> = {},
  env: Env = {},
): Promise<FaultCluster> {
  const armory = createArmory();
  const cloud = await cloudProcesses({ ...UNDER_TEST, TEST_FAILPOINTS: armory.dir, ...env }, { ...SCALED, ...limits });
  const killed: CloudProcess[] = [];
  const ready: Promise<CloudProcess>[] = [];
  let closing = false;

  /** A process whose start meets a fault ends, and is started again, as any supervisor does. */
  const startOne = async (): Promise<CloudProcess> => {
    for (;;) {
      const started = await cloud.start().catch((error: unknown) => (closing ? Promise.reject(error) : undefined));
      if (started) return started;
    }
  };
  const fill = () => {
    while (ready.length < standby) {
      const next = startOne();
      next.catch(() => {});
      ready.push(next);
    }
  };
  const replace = async () => {
    const next = ready.shift() ?? startOne();
    fill();
    const started = await next;
    if (closing) return;
    cloud.serve(started);
    void started.ended.then(async () => {
      if (closing) return;
      killed.push(started);
      await cloud.stop(started, "SIGKILL");
      await replace();
    });
  };
  fill();
  await Promise.all(Array.from({ length: serving }, replace));

  return {
    ...cloud,
    armory,
    killed,
    kill: (process) => void process.child.kill("SIGKILL"),
    newTenant: (options) => cloud.tenant(options, patientFetch),
    async close() {
      closing = true;
      await Promise.allSettled(ready);
      await cloud.close();
      armory.close();
    },
  };
}
