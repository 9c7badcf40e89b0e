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
});
