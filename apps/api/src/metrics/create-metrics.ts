import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Meter, Metrics, ProcessName } from "./meter.ts";
import { toProcessMetrics } from "./to-process-metrics.ts";

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const REQUEST_SECONDS = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30];
const CALL_SECONDS = [0.03, 0.1, 0.3, 1, 3, 10, 30, 60, 120];

/** Counts in this process, event loop, memory and processor time included; each series names the process. */
export function createMetrics(name: ProcessName): Metrics {
  const registers = [new Registry()];
  const [registry] = registers as [Registry];
  registry.setDefaultLabels({ process: name });
  collectDefaultMetrics({ register: registry });
  return {
    meter: createMeter(registers),
    watchPool: ({ pool }) => pool && watchPool(registers, pool),
    read: () => toProcessMetrics(registry),
  };
}

function createMeter(registers: Registry[]): Meter {
  const requests = new Histogram({
    name: "assay_request_duration_seconds",
    help: "Requests by their route as declared; status: the hundred of it",
    labelNames: ["method", "route", "status"],
    buckets: REQUEST_SECONDS,
    registers,
  });
  const calls = new Histogram({
    name: "assay_model_call_duration_seconds",
    help: "Calls of models; outcome: ok, or the code of the error",
    labelNames: ["model", "purpose", "outcome"],
    buckets: CALL_SECONDS,
    registers,
  });
  const tokens = new Counter({
    name: "assay_model_tokens_total",
    help: "Tokens that models read (in) and wrote (out)",
    labelNames: ["model", "direction"],
    registers,
  });
  const waits = new Counter({
    name: "assay_job_waits_total",
    help: "Waits of jobs for a part; reason MODEL_RATE_LIMITED: for room in a quota",
    labelNames: ["part", "reason"],
    registers,
  });
  const sends = (what: "webhook" | "mail", help: string) =>
    new Counter({ name: `assay_${what}_attempts_total`, help, labelNames: ["outcome"], registers });
  const webhooks = sends("webhook", "Attempts at messages of webhooks, those to operators included");
  const mails = sends("mail", "Attempts at mails");
  return {
    request: ({ method, route = "none", status, ms }) =>
      requests.observe(
        { method: METHODS.has(method) ? method : "other", route, status: `${Math.floor(status / 100)}xx` },
        ms / 1000,
      ),
    modelCall({ model, purpose, outcome, ms, tokensIn = 0, tokensOut = 0 }) {
      calls.observe({ model, purpose, outcome }, ms / 1000);
      if (tokensIn > 0) tokens.inc({ model, direction: "in" }, tokensIn);
      if (tokensOut > 0) tokens.inc({ model, direction: "out" }, tokensOut);
    },
    jobWaits: ({ part, code }) => waits.inc({ part, reason: code }),
    webhookSent: (outcome) => webhooks.inc({ outcome }),
    mailSent: (outcome) => mails.inc({ outcome }),
  };
}

type Pool = NonNullable<Parameters<Metrics["watchPool"]>[0]["pool"]>;

function watchPool(registers: Registry[], pool: Pool): void {
  new Gauge({
    name: "assay_database_pool_connections",
    help: "Connections to the database; waiting: callers without one; max: the most that are open",
    labelNames: ["state"],
    registers,
    collect() {
      for (const [state, count] of Object.entries(pool())) this.set({ state }, count);
    },
  });
}
