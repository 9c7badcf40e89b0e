import type { QstashFaults } from "@assay/testing/doubles/qstash/start-qstash";

/** Of each hundred messages. */
const SHARES = { lost: 5, doubled: 20, reordered: 20, lostReply: 5 };
const LATE_MS_MAX = 150;

export interface Disturbed {
  readonly faults: Required<QstashFaults>;
  /** How often each fault struck. */
  readonly struck: Record<keyof typeof SHARES, number>;
}

/** A queue that breaks every promise that it does not make, in an order that the numbers of `random` decide. */
export function disturbMessages(random: () => number): Disturbed {
  const struck = { lost: 0, doubled: 0, reordered: 0, lostReply: 0 };
  return {
    struck,
    faults: {
      publish: () => (random() * 100 < SHARES.lostReply ? "lost-reply" : undefined),
      deliver() {
        let below = random() * 100;
        const lateMs = random() * LATE_MS_MAX;
        for (const [fault, share] of Object.entries(SHARES) as [keyof typeof SHARES, number][]) {
          below -= share;
          if (below >= 0) continue;
          struck[fault] += 1;
          if (fault === "lost") return { lose: true };
          if (fault === "doubled") return { copies: 2, againAfterMs: lateMs };
          return fault === "reordered" ? { lateMs } : { loseReply: true };
        }
        return undefined;
      },
    },
  };
}
