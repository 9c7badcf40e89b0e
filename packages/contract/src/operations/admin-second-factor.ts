import { secondFactorRule } from "../second-factor-rule.ts";
import { defineOperations } from "./define-operations.ts";

export const adminSecondFactor = defineOperations("admin.secondFactor", {
  get: {
    method: "GET",
    path: "/api/admin/second-factor",
    role: "ADMIN",
    summary: "Returns who of the tenant's people needs a second factor",
    responses: { 200: "SecondFactorRule" },
  },
  change: {
    method: "PUT",
    path: "/api/admin/second-factor",
    role: "ADMIN",
    person: "change who needs a second factor",
    fresh: "ACTION",
    summary: "Says who of the tenant's people needs a second factor",
    description:
      "From the next request on, people without one are refused with `details.reason` SECOND_FACTOR_MISSING: with EVERYBODY on every route but `GET /api/session` and the password's, with ACTS where a recent sign-in is asked for. API keys and links are not concerned.",
    body: secondFactorRule,
    responses: { 200: "SecondFactorRule" },
  },
});
