import { defineOperations } from "./define-operations.ts";

export const adminSettings = defineOperations("admin.settings", {
  get: {
    method: "GET",
    path: "/api/admin/settings",
    role: "ADMIN",
    summary: "Returns the settings of the deployment, without secrets",
    responses: { 200: "SettingsReply" },
  },
});
