import { deploymentLogQuery } from "../deployment-log.ts";
import { deploymentQuery } from "../tenant-states.ts";
import { defineOperations } from "./define-operations.ts";

export const adminDeployment = defineOperations("admin.deployment", {
  get: {
    method: "GET",
    path: "/api/admin/deployment",
    role: "SUPER_ADMIN",
    summary: "Returns how all tenants are, those in the worst trouble first",
    description: "Only quantities: nothing of a tenant's evidence, and no tenant is entered.",
    query: deploymentQuery,
    responses: { 200: "DeploymentPage" },
  },
  log: {
    method: "GET",
    path: "/api/admin/deployment/log",
    role: "SUPER_ADMIN",
    summary: "Lists actions that belong to no tenant",
    description: "The newest first. An entry that was changed, or does not follow the one before it, is not shown.",
    query: deploymentLogQuery,
    responses: { 200: "DeploymentLogPage" },
  },
});
