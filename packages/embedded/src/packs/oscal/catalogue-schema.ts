import { z } from "zod";

const prop = z.object({ name: z.string(), value: z.string(), class: z.string().optional() });
const props = z.array(prop).optional();

const parameter = z.object({
  id: z.string(),
  label: z.string().optional(),
  values: z.array(z.string()).optional(),
  constraints: z.array(z.object({ description: z.string().optional() })).optional(),
  select: z.object({ "how-many": z.string().optional(), choice: z.array(z.string()).optional() }).optional(),
});
export type OscalParameter = z.infer<typeof parameter>;

const oscalPart = z.object({
  id: z.string().optional(),
  name: z.string(),
  props,
  prose: z.string().optional(),
  get parts() {
    return z.array(oscalPart).optional();
  },
});
export type OscalPart = z.infer<typeof oscalPart>;

const oscalControl = z.object({
  id: z.string().min(1),
  title: z.string(),
  props,
  params: z.array(parameter).optional(),
  parts: z.array(oscalPart).optional(),
  get controls() {
    return z.array(oscalControl).optional();
  },
});
export type OscalControl = z.infer<typeof oscalControl>;

const oscalGroup = z.object({
  id: z.string().optional(),
  title: z.string(),
  props,
  params: z.array(parameter).optional(),
  parts: z.array(oscalPart).optional(),
  controls: z.array(oscalControl).optional(),
  get groups() {
    return z.array(oscalGroup).optional();
  },
});
export type OscalGroup = z.infer<typeof oscalGroup>;

/** What we read of an OSCAL 1.x catalogue; all else in it is ignored. */
export const oscalCatalogue = z.object({
  catalog: z.object({
    metadata: z.object({ title: z.string() }),
    params: z.array(parameter).optional(),
    controls: z.array(oscalControl).optional(),
    groups: z.array(oscalGroup).optional(),
  }),
});
export type OscalCatalogue = z.infer<typeof oscalCatalogue>["catalog"];

/** The first property of that name; one without a class goes before one with. */
export function findProp(item: { props?: OscalPart["props"] }, name: string): string | undefined {
  const named = (item.props ?? []).filter((candidate) => candidate.name === name);
  return (named.find((candidate) => candidate.class === undefined) ?? named[0])?.value;
}
