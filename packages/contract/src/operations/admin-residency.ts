import { bindEngineBody, changeResidencyBody, egressListQuery } from "../residency.ts";
import { defineOperations } from "./define-operations.ts";

export const adminResidency = defineOperations("admin.residency", {
  get: {
    method: "GET",
    path: "/api/admin/residency",
    role: "ADMIN",
    summary: "Returns who may be given the tenant's text, and by which engine version it is judged",
    responses: { 200: "ResidencyReply" },
  },
  change: {
    method: "PUT",
    path: "/api/admin/residency",
    role: "ADMIN",
    summary: "Says who may be given the tenant's text",
    description:
      "From the next request on: what needs another provider waits and says so, and a run that would need one is refused with 409 INVALID_STATE and `details.provider`.",
    body: changeResidencyBody,
    responses: { 200: "ResidencyReply" },
  },
  bind: {
    method: "PUT",
    path: "/api/admin/residency/engine-version",
    role: "SUPER_ADMIN",
    summary: "Binds the tenant to an engine version, or to the active one again",
    description:
      "Its vectors are created first: until they are, the response is 409 INVALID_STATE with `details.missing`, and the same request succeeds later.",
    body: bindEngineBody,
    responses: { 200: "ResidencyReply" },
    errors: ["INVALID_STATE"],
  },
  egress: {
    method: "GET",
    path: "/api/admin/egress",
    role: "ADMIN",
    summary: "Lists where the tenant's text was sent, by day, run, host and purpose",
    query: egressListQuery,
    responses: { 200: "EgressListReply" },
  },
});
