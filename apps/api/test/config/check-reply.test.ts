import { errorHelpPath } from "@assay/contract";
import { newId } from "@assay/db";
import { expect, test } from "vitest";
import { createReplyChecker, type Reply } from "../support/check-reply.ts";

const { check } = createReplyChecker();
const requestId = newId();
const json = { type: "application/json", requestId };

const session = {
  actorId: "somebody",
  role: "VIEWER",
  tenant: { id: newId(), name: "Ours" },
  tenants: [],
  packs: [],
  mayReview: false,
  mustChangePassword: false,
  secondFactor: "NONE",
};
const reply = (changes: Partial<Reply>): Reply => ({
  method: "GET",
  path: "/api/session",
  status: 200,
  text: JSON.stringify({ session }),
  ...json,
  ...changes,
});
const error = (code: "NOT_FOUND" | "RATE_LIMITED") =>
  JSON.stringify({ error: code, message: "No", details: { help: errorHelpPath(code) }, requestId });

test("a reply that the API document describes passes", () => {
  expect(check(reply({}))).toBeUndefined();
  expect(check(reply({ status: 429, text: error("RATE_LIMITED") }))).toBeUndefined();
  expect(check(reply({ method: "HEAD", text: "" }))).toBeUndefined();
  expect(check(reply({ path: "/api/none", status: 404, text: error("NOT_FOUND") }))).toBeUndefined();
});

test.each([
  [
    "a field is missing",
    { text: JSON.stringify({ session: { ...session, role: undefined } }) },
    "required property 'role'",
  ],
  ["a field is not declared", { text: JSON.stringify({ session, more: 1 }) }, "additional properties"],
  [
    "a value is none of its set",
    { text: JSON.stringify({ session: { ...session, role: "OWNER" } }) },
    "allowed values",
  ],
  ["the status is not declared", { status: 409, text: error("NOT_FOUND") }, "status 409 is not documented"],
  ["the code is not declared", { status: 429, text: error("NOT_FOUND") }, "the code is not documented"],
  ["the media type is not declared", { type: "text/csv" }, "the type text/csv is not documented"],
  ["the route is not declared", { path: "/api/none" }, "no operation"],
  ["the request id is missing", { requestId: null }, "X-Request-Id is missing"],
] as const)("a reply is refused where %s", (_, changes, problem) => {
  expect(check(reply(changes))).toContain(problem);
});
