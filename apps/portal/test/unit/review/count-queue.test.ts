import type { Review, ReviewQueueItem } from "@assay/client";
import { expect, test } from "vitest";
import { countQueue } from "../../../src/review/count-queue.ts";

const item = (decision: Review["decision"] | null, citedCount = 0, openedCount = 0): ReviewQueueItem => ({
  requirementId: "1.1",
  status: "PARTIAL",
  flags: [],
  risk: "NONE",
  review: decision && ({ decision, citedCount, openedCount } as Review),
  earlier: null,
});

test("a queue is counted as the service counts it: passages of the reviews that count alone", () => {
  const earlier = { runId: "earlier", review: { decision: "AGREED", citedCount: 9 } as Review, unchanged: true };
  const items = [
    item("AGREED", 3, 2),
    item("SENT_BACK", 1, 0),
    item("CHANGED"),
    item(null),
    { ...item(null), earlier },
  ];
  expect(countQueue(items)).toEqual({
    total: 5,
    reviewed: 3,
    agreed: 1,
    changed: 1,
    sentBack: 1,
    confirmable: 1,
    citedPassages: 4,
    openedPassages: 2,
  });
});
