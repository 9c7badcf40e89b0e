import { camel, pascal, words } from "./names.mjs";

/** A route of a resource, which is made where it is new: its row, its binding, its verb in core. */
export function newRoute(resource, name, read) {
  const operations = `packages/contract/src/operations/${resource}.ts`;
  return read(operations) === undefined ? ofNewResource(resource, name) : ofResource(resource, name);
}
newRoute.usage = "<resource> <name>, such as reminders list";

function ofNewResource(resource, name) {
  const [own, verb] = [camel(resource), verbOf(resource, name)];
  return {
    files: {
      [`packages/contract/src/operations/${resource}.ts`]: `import { z } from "zod";
import { defineOperations } from "./define-operations.ts";

/** Name it in schemas.ts, and here by that name. */
const ${own}Reply = z.strictObject({ ${own}: z.array(z.strictObject({ id: z.uuid() })) });

export const ${own} = defineOperations("${own}", {
${specOf(resource, name, `${own}Reply`, pathOf(resource))}});
`,
      [`apps/api/src/routes/${resource}.ts`]: `import { operations } from "@assay/contract/operations";
import { ${verb} } from "@assay/core/${resource}";
import { bind, serve } from "../middleware/bind.ts";

export const ${own} = serve(
${bindingOf(resource, name)});
`,
      [`packages/core/src/${resource}/index.ts`]: `export * from "./${fileOf(resource, name)}";\n`,
      [`packages/core/src/${resource}/${fileOf(resource, name)}`]: verbText(resource, name),
    },
    rows: [
      {
        path: "packages/contract/src/operations/tags.ts",
        before: /^ {2}"admin\./m,
        row: `  ${own}: "${words(resource)}.",\n`,
      },
      {
        path: "packages/contract/src/operations/index.ts",
        before: /^import \{ comments \}/m,
        row: `import { ${own} } from "./${resource}.ts";\n`,
      },
      { path: "packages/contract/src/operations/index.ts", before: /^ {2}service,\n\} as const/m, row: `  ${own},\n` },
      {
        path: "apps/api/src/routes/index.ts",
        before: /^import \{ comments \}/m,
        row: `import { ${own} } from "./${resource}.ts";\n`,
      },
      {
        path: "apps/api/src/routes/index.ts",
        before: /^ {2}\.route\("\/", session\)/m,
        row: `  .route("/", ${own})\n`,
      },
    ],
    left: [
      `the query of packages/core/src/${resource}/${fileOf(resource, name)}, and the sentence of the tag in tags.ts`,
      `the line of '${resource}' among the modules of core (CORE in scripts/check-imports.mjs)`,
      "npm run types:client, which writes the client's method; a changeset",
      "npm run check, then npm test -- api test/config",
    ],
  };
}

function ofResource(resource, name) {
  const [own, verb] = [camel(resource), verbOf(resource, name)];
  const part = resource.replace(/^admin-/, "");
  return {
    files: { [`packages/core/src/${part}/${fileOf(part, name)}`]: verbText(part, name) },
    rows: [
      {
        path: `packages/core/src/${part}/index.ts`,
        before: /$(?![\s\S])/,
        row: `export * from "./${fileOf(part, name)}";\n`,
      },
      {
        path: `packages/contract/src/operations/${resource}.ts`,
        before: /^\}\);$/m,
        row: specOf(resource, name, '{ "application/json": "json" }', `${pathOf(resource)}/${name}`),
      },
      {
        path: `apps/api/src/routes/${resource}.ts`,
        before: /^import \{ bind, serve/m,
        row: `import { ${verb} } from "@assay/core/${part}";\n`,
      },
      { path: `apps/api/src/routes/${resource}.ts`, before: /^\);$/m, row: bindingOf(resource, name) },
    ],
    left: [
      `the query of packages/core/src/${part}/${fileOf(part, name)}`,
      `what operations.${own}.${camel(name)} returns, by its public name (packages/contract/src/schemas.ts)`,
      "npm run types:client, which writes the client's method; a changeset",
      "npm run check, then npm test -- api test/config",
    ],
  };
}

const verbOf = (resource, name) => camel(`${name}-${resource.replace(/^admin-/, "")}`);
const fileOf = (resource, name) => `${name}-${resource}.ts`;
const pathOf = (resource) => `/api/${resource.replace(/^admin-/, "admin/")}`;

function specOf(resource, name, reply, path) {
  return `  ${camel(name)}: {
    method: "GET",
    path: "${path}",
    role: "VIEWER",
    summary: "${words(name)}s ${resource.replace(/^admin-/, "").replaceAll("-", " ")}",
    responses: { 200: ${reply} },
  },
`;
}

function bindingOf(resource, name) {
  const own = resource.startsWith("admin-") ? `admin.${camel(resource.slice("admin-".length))}` : camel(resource);
  const field = camel(resource.replace(/^admin-/, ""));
  return `  bind(operations.${own}.${camel(name)}, async (c) => c.json({ ${field}: await ${verbOf(resource, name)}(c.var.ctx) })),
`;
}

function verbText(resource, name) {
  return `import type { Context } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";

export interface ${pascal(resource)}Row {
  readonly id: string;
}

/** Say the order, the limit and what it throws. */
export async function ${verbOf(resource, name)}(ctx: Context): Promise<readonly ${pascal(resource)}Row[]> {
  requireRole(ctx, "VIEWER");
  // A query that names the tenant; where something changes, its audit entry is the last statement.
  return inTenant(ctx, async () => []);
}
`;
}
