import { connectionListQuery } from "../connections.ts";
import { defineOperations } from "./define-operations.ts";

export const adminConnections = defineOperations("admin.connections", {
  list: {
    method: "GET",
    path: "/api/admin/connections",
    role: "ADMIN",
    summary: "Lists the applications that members have connected, newest first",
    query: connectionListQuery,
    responses: { 200: "ConnectionListReply" },
  },
});
