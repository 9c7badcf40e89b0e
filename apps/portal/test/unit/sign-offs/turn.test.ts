import type { ReviewCounts, SignOff, SignOffPayload } from "@assay/client";
import { expect, test } from "vitest";
import { describeReviewed, findGaps } from "../../../src/sign-offs/describe-reviewed.ts";
import { mayWithdraw, nextRole, whyNotSign } from "../../../src/sign-offs/turn.ts";

const act = (role: SignOff["role"], signerId: string, standing = true) => ({ role, signerId, standing }) as SignOff;
const anna = { actorId: "anna", role: "MEMBER" } as const;
const ben = { actorId: "ben", role: "MEMBER" } as const;

test("the next role is the first without a signature that is", () => {
  expect(nextRole([])).toBe("PREPARED");
  expect(nextRole([act("PREPARED", "anna", false)])).toBe("PREPARED");
  expect(nextRole([act("PREPARED", "anna")])).toBe("REVIEWED");
  expect(nextRole([act("PREPARED", "anna"), act("REVIEWED", "ben")])).toBe("APPROVED");
  expect(nextRole([act("PREPARED", "anna"), act("REVIEWED", "ben"), act("APPROVED", "ben")])).toBeUndefined();
});

test("who cannot sign is told why", () => {
  expect(whyNotSign([], anna)).toBeNull();
  expect(whyNotSign([act("PREPARED", "anna")], anna)).toContain("another person");
  expect(whyNotSign([act("PREPARED", "anna", false)], anna)).toBeNull();
  expect(whyNotSign([act("PREPARED", "anna")], ben)).toBeNull();
  expect(whyNotSign([], { actorId: "vera", role: "VIEWER" })).toContain("Member");
  expect(whyNotSign([], { actorId: "api-key:1", role: "ADMIN" })).toContain("person");
});

test("a signature is withdrawn by its signer or an administrator, while it is", () => {
  expect(mayWithdraw(act("PREPARED", "anna"), anna)).toBe(true);
  expect(mayWithdraw(act("PREPARED", "anna"), ben)).toBe(false);
  expect(mayWithdraw(act("PREPARED", "anna"), { ...ben, role: "ADMIN" })).toBe(true);
  expect(mayWithdraw(act("PREPARED", "anna", false), { ...ben, role: "ADMIN" })).toBe(false);
  expect(mayWithdraw(act("PREPARED", "anna"), { ...anna, role: "VIEWER" })).toBe(false);
});

test("what was reviewed is said in words, and what was not is a warning", () => {
  const payload = { openedPassages: 41, citedPassages: 44, reviewedCount: 44, totalRequirements: 44, sentBackCount: 3 };
  const described = (more: Partial<SignOffPayload>) => describeReviewed({ ...payload, ...more } as SignOffPayload);
  expect(described({})).toBe("opened 41 of 44 cited passages (reported by the client), 44 of 44 reviewed, 3 sent back");
  expect(described({ citedPassages: 0, sentBackCount: 0 })).toBe("44 of 44 reviewed");
  const counts = { total: 44, reviewed: 43, sentBack: 1, citedPassages: 44, openedPassages: 41 } as ReviewCounts;
  expect(findGaps(counts)).toEqual([
    "1 requirement is not reviewed",
    "1 requirement was sent back",
    "3 cited passages were opened by nobody, as clients reported",
  ]);
  expect(findGaps({ ...counts, reviewed: 44, sentBack: 0, openedPassages: 44 })).toEqual([]);
});
