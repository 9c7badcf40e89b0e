import { putBindingBody } from "../admin-packs.ts";
import { defineOperations } from "./define-operations.ts";

export const adminBindings = defineOperations("admin.bindings", {
  get: {
    method: "GET",
    path: "/api/admin/bindings/:packId",
    role: "ADMIN",
    summary: "Returns which version of a pack the tenant uses",
    responses: { 200: "PackBindingReply" },
  },
  put: {
    method: "PUT",
    path: "/api/admin/bindings/:packId",
    role: "ADMIN",
    summary: "Sets which version of a pack the tenant uses",
    description: "A pack of the tenant or one that it is offered; a SUPER_ADMIN binds each of the deployment's.",
    body: putBindingBody,
    responses: { 200: "PackBindingReply" },
    errors: ["INVALID_STATE"],
  },
  remove: {
    method: "DELETE",
    path: "/api/admin/bindings/:packId",
    role: "ADMIN",
    summary: "Unbinds the tenant from a pack",
    description: "Its runs stay as they are. INVALID_STATE while one is under way, with its id as `details.runId`.",
    responses: { 204: null },
    errors: ["INVALID_STATE"],
  },
});
