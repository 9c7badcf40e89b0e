import { type Page, toBlocks, toTable } from "../page.ts";
import type { ApiDocument, Media, Operation, Parameter, Schema } from "./api-document.ts";
import { describeFields, describeLimits, describeType, nameOf } from "./describe-type.ts";

interface Route {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** Returns a page for each group of operations of the API, and one with all types. */
export function listApiPages(document: ApiDocument): Page[] {
  const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Route => ({ method: method.toUpperCase(), path, operation })),
  );
  const groups = document.tags.map(({ name, description }): Page => {
    const own = routes.filter(({ operation }) => operation.tags.includes(name));
    return {
      name: `api/${name.replace(/[.A-Z]/g, (sign) => (sign === "." ? "-" : `-${sign.toLowerCase()}`))}`,
      title: `API: ${toWords(name)}`,
      label: toWords(name),
      description: `${own.length} operations. ${description}`,
      text: `\n${toBlocks(description, listOperations(own), ...own.map((route) => describeRoute(document, route)))}\n`,
    };
  });
  return [...groups, typesPage(document)];
}

/** `admin.apiKeys` is `Admin: api keys`. */
function toWords(tag: string): string {
  const words = tag.replace(/([A-Z])/g, " $1").toLowerCase();
  const text = words.replace(".", ": ");
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function listOperations(routes: readonly Route[]): string {
  return toTable(
    ["Operation", "Role", "Does"],
    routes.map(({ method, path, operation }) => [
      `\`${method} ${path}\``,
      operation["x-role"] ?? "none",
      operation.summary,
    ]),
  );
}

function describeRoute(document: ApiDocument, { method, path, operation }: Route): string {
  const { summary, description, parameters = [], requestBody, responses } = operation;
  const known = parameters.map((each) => ("$ref" in each ? document.components.parameters[nameOf(each.$ref)]! : each));
  return toBlocks(
    `## ${summary}`,
    `\`${method} ${path}\``,
    description,
    known.length > 0 && describeParameters(known),
    ...Object.entries(requestBody?.content ?? {}).map(([type, media]) =>
      toBlocks(`**Body** \`${type}\`${requestBody?.required ? "" : ", optional"}`, describeMedia(document, media)),
    ),
    ...Object.entries(responses)
      .filter(([, { $ref }]) => !$ref)
      .map(([status, reply]) =>
        toBlocks(
          `**${status}** ${reply.description ?? ""}`,
          ...Object.entries(reply.content ?? {}).map(([type, media]) =>
            toBlocks(type !== "application/json" && `As \`${type}\`.`, describeMedia(document, media)),
          ),
        ),
      ),
    listErrors(operation),
  );
}

function describeParameters(parameters: readonly Parameter[]): string {
  return toTable(
    ["Parameter", "In", "Type", "Says"],
    parameters.map(({ name, in: place, required, description, schema }) => [
      `\`${name}\`${required ? "" : " (optional)"}`,
      place,
      describeType(schema),
      [description, describeLimits(schema)].filter(Boolean).join(" "),
    ]),
  );
}

/** The fields themselves, and where these are named types, links to them. */
function describeMedia({ components }: ApiDocument, { schema, examples = {} }: Media): string {
  const named: Schema | undefined = schema?.$ref ? components.schemas[nameOf(schema.$ref)] : schema;
  const shown = Object.values(examples).map((each) => ("$ref" in each ? components.examples[nameOf(each.$ref)] : each));
  return toBlocks(
    named && (describeFields(named) ?? describeType(schema!)),
    ...shown.flatMap((each) => (each ? `\`\`\`json\n${JSON.stringify(each.value, null, 2)}\n\`\`\`` : [])),
  );
}

function listErrors({ responses }: Operation): string {
  const { "4XX": _, ...named } = responses;
  const codes = Object.values(named).flatMap(({ $ref }) => ($ref ? nameOf($ref).split(".") : []));
  const links = [...new Set(codes)].map((code) => `[${code}](/docs/errors/${code.toLowerCase()})`);
  return links.length > 0 ? `**Errors** ${links.join(", ")}` : "";
}

function typesPage({ components }: ApiDocument): Page {
  const types = Object.entries(components.schemas).map(([name, schema]) =>
    toBlocks(`## ${name}`, schema.description, describeFields(schema) ?? describeType(schema)),
  );
  const description =
    "Every type of the API, as the service checks it. Clients ignore fields and values that they do not know.";
  return {
    name: "api/types",
    title: "API: types",
    label: "Types",
    description,
    text: `\n${toBlocks(description, ...types)}\n`,
  };
}
