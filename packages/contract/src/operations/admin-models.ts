import { defineOperations } from "./define-operations.ts";

export const adminModels = defineOperations("admin.models", {
  list: {
    method: "GET",
    path: "/api/admin/models",
    role: "SUPER_ADMIN",
    summary: "Lists the models with their limits, what is used of them and until when they wait",
    responses: {
      200: "ModelListReply",
    },
  },
});
