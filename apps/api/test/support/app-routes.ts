import type { Role } from "@assay/contract";
import { newId } from "@assay/db";
import { routes } from "../../src/routes/index.ts";

export interface AppRoute {
  readonly method: string;
  /** With its parameters, such as `/api/documents/:id`. */
  readonly path: string;
  /** `GET /api/documents/:id` */
  readonly name: string;
}

/** Every route that the app has, once each: read from its own table, so that none can be forgotten. */
export const APP_ROUTES: readonly AppRoute[] = [
  ...new Map(
    routes.routes
      .filter(({ method }) => method !== "ALL")
      .map(({ method, path }) => [`${method} ${path}`, { method, path, name: `${method} ${path}` }]),
  ).values(),
];

/** The least role of each route; a route that is missing here fails the suites. */
export const LEAST_ROLE: Readonly<Record<string, Role>> = {
  "POST /api/documents/upload": "MEMBER",
  "GET /api/documents": "VIEWER",
  "GET /api/documents/:id": "VIEWER",
  "GET /api/documents/:id/status": "VIEWER",
  "GET /api/documents/:id/chunks": "VIEWER",
  "GET /api/documents/:id/original": "VIEWER",
  "POST /api/documents/:id/reprocess": "MEMBER",
  "DELETE /api/documents/:id": "MEMBER",
  "GET /api/requirements": "VIEWER",
  "GET /api/runs": "VIEWER",
  "POST /api/runs/start": "MEMBER",
  "GET /api/runs/:runId": "VIEWER",
  "GET /api/runs/:runId/assessments": "VIEWER",
  "GET /api/runs/:runId/steps": "VIEWER",
  "GET /api/runs/:runId/tasks": "VIEWER",
  "GET /api/runs/:runId/exports": "VIEWER",
  "GET /api/runs/:runId/exports/:exportId": "VIEWER",
  "GET /api/runs/:runId/snapshot": "VIEWER",
  "GET /api/runs/:runId/configuration": "VIEWER",
  "GET /api/runs/:runId/events": "VIEWER",
  "GET /api/runs/:runId/diff": "VIEWER",
  "GET /api/tasks": "VIEWER",
  "PATCH /api/tasks/:taskId": "MEMBER",
  "GET /api/admin/audit-logs": "ADMIN",
  "GET /api/admin/runs/:runId/replay": "ADMIN",
  "POST /api/admin/runs/import": "SUPER_ADMIN",
  "GET /api/admin/retrieval-versions": "SUPER_ADMIN",
  "POST /api/admin/retrieval-versions": "SUPER_ADMIN",
  "POST /api/admin/retrieval-versions/:id/activate": "SUPER_ADMIN",
  "GET /api/admin/corpus/ingestions": "SUPER_ADMIN",
  "POST /api/admin/corpus/ingestions": "SUPER_ADMIN",
  "GET /api/admin/corpus/ingestions/:id": "SUPER_ADMIN",
  "GET /api/admin/corpus/activations": "SUPER_ADMIN",
  "POST /api/admin/corpus/activations": "SUPER_ADMIN",
};

/** Puts ids in the place of a path's parameters: the given ones, and new ones that name nothing. */
export function fillPath(path: string, ids: Readonly<Record<string, string>> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? newId());
}
