import type { Part } from "@assay/contract";
import type { DeploymentState, Disk } from "@assay/core/notices";
import type { Connection } from "@assay/db";

export interface ModelCall {
  readonly model: string;
  readonly purpose: "assess" | "repair" | "probe" | "embed" | "meaning";
  /** `ok`, or the code of the error. */
  readonly outcome: string;
  readonly ms: number;
  readonly tokensIn?: number | undefined;
  readonly tokensOut?: number | undefined;
}

/** delivered: it was taken; refused: the receiver said no; unreachable: it said nothing. */
type SendOutcome = "delivered" | "refused" | "unreachable";

/** Counts what this process does. It is given names and quantities: no id, and nothing that a person or a document says. */
export interface Meter {
  request(of: {
    readonly method: string;
    /** As declared, such as `/api/runs/:runId`; undefined where there is none. */
    readonly route: string | undefined;
    readonly status: number;
    readonly ms: number;
  }): void;
  modelCall(call: ModelCall): void;
  /** A job waits for a part, or for room in its quota. */
  jobWaits(of: { readonly part: Part; readonly code: string }): void;
  webhookSent(outcome: SendOutcome): void;
  mailSent(outcome: SendOutcome): void;
}

/** Metrics of one process, as they pass from one to the other. */
export type ProcessMetrics = readonly {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly values: readonly {
    readonly metricName?: string;
    readonly labels: Readonly<Record<string, string | number>>;
    readonly value: number;
  }[];
}[];

/** The processes of a service. */
export type ProcessName = "service" | "jobs";

/** What one process measures. */
export interface Metrics {
  readonly meter: Meter;
  watchPool(connection: Pick<Connection, "pool">): void;
  read(): Promise<ProcessMetrics>;
}

/** What is true of the deployment or this machine when it is asked. */
export interface Readings {
  /** Undefined where the database gives none in time. */
  readonly state: DeploymentState | undefined;
  readonly disks: readonly Disk[];
  /** Of the process that does the jobs: undefined where there is none of its own. */
  readonly jobsUp: boolean | undefined;
}
