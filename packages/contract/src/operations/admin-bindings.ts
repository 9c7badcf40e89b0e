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
    role: "SUPER_ADMIN",
    summary: "Sets which version of a pack the tenant uses",
    body: putBindingBody,
    responses: { 200: "PackBindingReply" },
    errors: ["INVALID_STATE"],
  },
});
