import type { z } from "zod";

/** The keys that a schema knows of the object at a path; those of each alternative where it has several. */
export function knownNames(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  return [...new Set(schemasAt(schema, path).flatMap((each) => Object.keys(shapeOf(each) ?? {})))];
}

/** Every object of a schema that would take a key that it does not know, by its path. */
export function openObjects(schema: z.core.$ZodType, path: readonly string[] = []): string[] {
  return plainForms(schema).flatMap((form) => {
    const { def } = form._zod;
    if (isArray(def)) return openObjects(def.element, [...path, "0"]);
    if (!isObject(def)) return [];
    const own = def.catchall?._zod.def.type === "never" ? [] : [path.join(".")];
    return [...own, ...Object.entries(def.shape).flatMap(([key, inner]) => openObjects(inner, [...path, key]))];
  });
}

function schemasAt(schema: z.core.$ZodType, [key, ...rest]: readonly PropertyKey[]): z.core.$ZodType[] {
  const forms = plainForms(schema);
  if (key === undefined) return forms;
  return forms.flatMap((form) => {
    const { def } = form._zod;
    const inner = isArray(def) ? def.element : shapeOf(form)?.[String(key)];
    return inner ? schemasAt(inner, rest) : [];
  });
}

/** The schema of what is sent, without what it may be wrapped in. */
function plainForms(schema: z.core.$ZodType): z.core.$ZodType[] {
  const { def } = schema._zod as { def: Wrapped };
  const inner = def.innerType ?? def.in;
  if (inner) return plainForms(inner);
  return def.options ? def.options.flatMap(plainForms) : [schema];
}

interface Wrapped {
  readonly innerType?: z.core.$ZodType;
  readonly in?: z.core.$ZodType;
  readonly options?: readonly z.core.$ZodType[];
}

const isArray = (def: z.core.$ZodTypeDef): def is z.core.$ZodArrayDef => def.type === "array";
const isObject = (def: z.core.$ZodTypeDef): def is z.core.$ZodObjectDef => def.type === "object";

function shapeOf({ _zod: { def } }: z.core.$ZodType) {
  return isObject(def) ? def.shape : undefined;
}
