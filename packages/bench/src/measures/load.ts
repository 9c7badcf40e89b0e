import { type Figure, type Measure, rounded } from "../measure.ts";
import { withDatabase } from "../with-database.ts";
import { measureApart, measureLoad } from "./load/measure-load.ts";

export const load: Measure = {
  name: "load",
  needsServer: true,
  async run({ server }) {
    const seen = await withDatabase(server!, measureLoad);
    const { alone, beside, amidst } = seen;
    const apart = await withDatabase(server!, measureApart);
    const figures: Figure[] = [
      {
        what: "p99 of a tenant's reads while another uploads and runs",
        value: `${rounded(beside.p99)} ms`,
        reference: `alone ${rounded(alone.p99)} ms`,
        ratio: beside.p99 / alone.p99,
        target: { atMost: 2 },
      },
      {
        what: "The same where the jobs have a process of their own",
        value: `${rounded(apart.beside.p99)} ms`,
        reference: `alone ${rounded(apart.alone.p99)} ms`,
        ratio: apart.beside.p99 / apart.alone.p99,
        target: { atMost: 2 },
      },
      {
        what: "/readyz, p99, amidst all load, ms",
        value: `${rounded(amidst.ready)} ms`,
        reference: "",
        ratio: amidst.ready,
        target: { atMost: 1000 },
      },
      {
        what: `Runs of ${seen.tenants} tenants at once, the last`,
        value: `${rounded(seen.lastRunMs / 1000)} s`,
        reference: `the middle one ${rounded(seen.middleRunMs / 1000)} s`,
        ratio: seen.lastRunMs / seen.middleRunMs,
        target: { atMost: 2 },
      },
      {
        what: `Documents queued, ${seen.streams} event streams open`,
        value: `${seen.queued} documents`,
        reference: "",
        ratio: seen.queued,
        target: { atLeast: 1000 },
      },
      {
        what: "Replies amidst all load that are 5xx, or 429 without Retry-After",
        value: `${seen.broken} of ${seen.replies}`,
        reference: `429 with Retry-After: ${seen.limited}`,
        ratio: seen.broken,
        target: { atMost: 0 },
      },
      {
        what: "Memory that all load takes, MB",
        value: `${rounded(seen.grownMb)} MB`,
        reference: "",
        ratio: seen.grownMb,
        target: { atMost: 350 },
      },
    ];
    return figures;
  },
};
