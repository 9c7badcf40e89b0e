import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { apiDocument } from "../../src/openapi/api-document.ts";
import { documentedApp } from "./documented-app.ts";

interface Documented {
  readonly content?: Readonly<Record<string, { readonly examples?: object }>>;
}
interface Operation {
  readonly responses: Readonly<Record<string, Documented & { readonly $ref?: string }>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly responses: Readonly<Record<string, Documented>> };
}

export interface Reply {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Without its parameters; undefined where there is no body. */
  readonly type: string | undefined;
  readonly requestId: string | null;
  readonly text: string;
}

export interface ReplyChecker {
  /** Says what the API document does not allow of this reply; undefined where all is well. */
  check(reply: Reply): string | undefined;
}

const ERROR_REPLY = "#/components/schemas/ErrorReply";
const pointerPart = (part: string) => part.replaceAll("~", "~0").replaceAll("/", "~1");

/** Holds replies to the API document, in which unknown fields and values are errors here. */
export function createReplyChecker(): ReplyChecker {
  const document = apiDocument(documentedApp(), { closed: true }) as unknown as Document;
  const ajv = new Ajv2020({ strict: false, validateSchema: false, validateFormats: true });
  (formats as unknown as (target: Ajv2020) => void)(ajv);
  ajv.addSchema(document, "api");
  const compiled = new Map<string, ValidateFunction>();
  const validator = (pointer: string) => {
    const known = compiled.get(pointer) ?? ajv.compile({ $ref: `api${pointer}` });
    compiled.set(pointer, known);
    return known;
  };
  const templates = Object.keys(document.paths)
    .map((template) => ({
      template,
      pattern: new RegExp(`^${template.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`),
    }))
    // A literal path next to one with a parameter speaks for itself.
    .sort((a, b) => a.template.split("{").length - b.template.split("{").length);

  const invalid = (pointer: string, text: string): string | undefined => {
    const validate = validator(pointer);
    return validate(JSON.parse(text)) ? undefined : ajv.errorsText(validate.errors);
  };

  function check({ method, path, status, type, requestId, text }: Reply): string | undefined {
    const decoded = decodePath(path);
    const template = templates.find(({ pattern }) => pattern.test(decoded))?.template;
    const verb = method === "HEAD" ? "get" : method.toLowerCase();
    const operation = document.paths[template ?? ""]?.[verb];
    if (!template || !operation) {
      if (!path.startsWith("/api/")) return undefined;
      if (status < 400) return "no operation of the document replies so";
      return method === "HEAD" ? undefined : invalid(ERROR_REPLY, text);
    }
    if (!template.startsWith("/auth/") && !requestId) return "X-Request-Id is missing";
    const named = operation.responses[String(status)];
    if (!named) return `status ${status} is not documented: ${text.slice(0, 300)}`;
    if (method === "HEAD") return undefined;
    const name = named.$ref?.split("/").at(-1);
    const reply = name ? document.components.responses[name]! : named;
    if (!reply.content) return text === "" ? undefined : "a body is not documented";
    if (!type || !reply.content[type]) return `the type ${type} is not documented`;
    if (type !== "application/json") return undefined;
    const at = name
      ? `#/components/responses/${pointerPart(name)}`
      : `#/paths/${pointerPart(template)}/${verb}/responses/${status}`;
    const codes = reply.content[type].examples;
    if (name && !Object.hasOwn(codes ?? {}, (JSON.parse(text) as { error: string }).error))
      return `the code is not documented: ${text.slice(0, 300)}`;
    return invalid(`${at}/content/${pointerPart(type)}/schema`, text);
  }
  return { check };
}

/** As the service routes it; what is no encoding stays as it is. */
function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
