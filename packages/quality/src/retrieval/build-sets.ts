import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parse } from "yaml";
import type { RetrievalSet, SetPassage, SetQuery } from "./retrieval-set.ts";
import { type MarkdownSection, splitMarkdown } from "./split-markdown.ts";

/** Makes a set from a folder that holds checkouts of public repositories, each by its name. */
export type SetBuilder = (sources: string) => RetrievalSet;

interface Node {
  readonly urn: string;
  readonly parent_urn?: string;
  readonly ref_id?: string;
  readonly name?: string;
  readonly description?: string;
  readonly annotation?: string;
  readonly typical_evidence?: string;
}

const LIBRARIES = "ciso-assistant-community/backend/library/libraries";

function readLibrary(sources: string, name: string) {
  return parse(readFileSync(join(sources, LIBRARIES, `${name}.yaml`), "utf8")).objects;
}

const nodesOf = (sources: string, name: string): Node[] => readLibrary(sources, name).framework.requirement_nodes;

const labelOf = ({ name, description, ref_id }: Node) => name ?? description?.split("\n")[0] ?? ref_id ?? "";

function passage(group: string, text: string, rest: Partial<SetPassage> = {}): SetPassage {
  return { group, document: "", location: null, context: null, text, ...rest };
}

/** Only what can be answered: queries with a relevant passage. */
function answerable(queries: readonly SetQuery[], passages: readonly SetPassage[]): RetrievalSet {
  const groups = new Set(passages.map(({ group }) => group));
  return {
    queries: queries
      .map((query) => ({ ...query, relevant: [...new Set(query.relevant)].filter((group) => groups.has(group)) }))
      .filter(({ relevant }) => relevant.length > 0),
    passages,
  };
}

/** Subcategories of NIST CSF 2.0 against their implementation examples, each example a short passage. */
export const csfExamples: SetBuilder = (sources) => {
  const nodes = nodesOf(sources, "nist-csf-2.0");
  const parents = new Map(nodes.map((node) => [node.urn, node]));
  const withExamples = nodes.filter(({ annotation }) => annotation?.includes("Ex1:"));
  return answerable(
    withExamples.map((node) => ({
      id: node.ref_id!,
      criterion: labelOf(parents.get(node.parent_urn!)!),
      title: node.description!,
      relevant: [node.ref_id!],
    })),
    withExamples.flatMap((node) =>
      [...node.annotation!.matchAll(/^Ex\d+: (.+)$/gm)].map(([, text]) =>
        passage(node.ref_id!, text!, {
          document: "Implementation examples",
          location: categoryName(parents.get(node.parent_urn!)!),
        }),
      ),
    ),
  );
};

const categoryName = ({ name, ref_id }: Node) => name ?? ref_id ?? null;

/** Requirements of NIST SP 800-171 rev. 2 against the discussion of each. */
export const sp171Discussion: SetBuilder = (sources) => {
  const nodes = nodesOf(sources, "nist-800-171-rev2");
  const byUrn = new Map(nodes.map((node) => [node.urn, node]));
  const requirements = nodes.filter(({ ref_id }) => ref_id);
  return answerable(
    requirements.map((node) => ({
      id: node.ref_id!,
      criterion: labelOf(byUrn.get(node.parent_urn!)!),
      title: node.description!,
      relevant: [node.ref_id!],
    })),
    nodes
      .filter(({ ref_id, parent_urn, description }) => !ref_id && description && byUrn.get(parent_urn ?? "")?.ref_id)
      .map((node) => {
        const parent = byUrn.get(node.parent_urn!)!;
        return passage(parent.ref_id!, node.description!, {
          document: "Discussion",
          location: labelOf(byUrn.get(parent.parent_urn!)!),
        });
      }),
  );
};

/** Points of Regulation (EU) 2024/2690 against ENISA's guidance on each: its bullets, and the evidence it names. */
export const nis2Guidance: SetBuilder = (sources) => {
  const nodes = nodesOf(sources, "annex-nis2-regulation--2024-2690-with-technical-implementation-guidance-by-enisa");
  const byUrn = new Map(nodes.map((node) => [node.urn, node]));
  const guided = nodes.filter(({ annotation, typical_evidence }) => annotation || typical_evidence);
  const sectionOf = (node: Node) => {
    let at = node;
    while (at.parent_urn && !at.name) at = byUrn.get(at.parent_urn)!;
    return at.name ?? "";
  };
  return answerable(
    guided.map((node) => ({
      id: node.ref_id!,
      criterion: sectionOf(node),
      title: node.description ?? "",
      relevant: [node.ref_id!],
    })),
    guided.flatMap((node) => [
      ...bullets(node.annotation ?? "").map((text) =>
        passage(node.ref_id!, text, { document: "Implementation guidance", location: sectionOf(node) }),
      ),
      ...(node.typical_evidence
        ? [passage(node.ref_id!, node.typical_evidence, { document: "Typical evidence", location: sectionOf(node) })]
        : []),
    ]),
  );
};

const bullets = (text: string) =>
  text
    .split(/^(?=• )/m)
    .map((bullet) => bullet.trim())
    .filter((bullet) => bullet.split(/\s+/).length >= 8);

/** A mapping between two frameworks: the requirements of one against the statements of the other. */
function mapped(mapping: string, from: string, to: string, document: string): SetBuilder {
  return (sources) => {
    const objects = readLibrary(sources, mapping);
    const set = objects.requirement_mapping_set ?? objects.requirement_mapping_sets[0];
    const [sourceNodes, targetNodes] = [nodesOf(sources, from), nodesOf(sources, to)];
    const parents = new Map([...sourceNodes, ...targetNodes].map((node) => [node.urn, node]));
    const relevant = new Map<string, string[]>();
    for (const { source_requirement_urn: source, target_requirement_urn: target } of set.requirement_mappings)
      relevant.set(source, [...(relevant.get(source) ?? []), target]);
    return answerable(
      sourceNodes
        .filter(({ urn, parent_urn, description }) => relevant.has(urn) && parent_urn && description)
        .map((node) => ({
          id: node.ref_id ?? node.urn,
          criterion: [labelOf(parents.get(node.parent_urn!)!), node.name].filter(Boolean).join("\n"),
          title: node.description!,
          relevant: relevant.get(node.urn)!,
        })),
      targetNodes
        .filter(({ description, parent_urn }) => description && parent_urn)
        .map((node) =>
          passage(node.urn, node.description!, {
            document,
            location: [parents.get(node.parent_urn!)?.name, node.name].filter(Boolean).join(" > ") || null,
          }),
        ),
    );
  };
}

/** HIPAA's standards and key activities (SP 800-66 rev. 2) against the controls of SP 800-53 that NIST maps to them. */
export const hipaaControls = mapped(
  "mapping-nist-sp-800-66-rev2-to-nist-sp-800-53-rev5",
  "nist-sp-800-66-rev2",
  "nist-sp-800-53-rev5",
  "Controls",
);

/** NIST CSF 1.1 against the outcomes of CSF 2.0 that NIST maps to them. */
export const csfVersions = mapped("map-nist-csf-1.1-nist-csf-2.0", "nist-csf-1.1", "nist-csf-2.0", "Framework");

/** HIPAA's standards and key activities against the outcomes of CSF 2.0 that NIST maps to them. */
export const hipaaOutcomes = mapped(
  "mapping-nist-sp-800-66-rev2-to-nist-csf-2.0",
  "nist-sp-800-66-rev2",
  "nist-csf-2.0",
  "Framework",
);

/** Requirements of SP 800-171 rev. 2 against the controls of a company, Cisco, which it maps to them. */
export const companyControls: SetBuilder = (sources) => {
  const nodes = nodesOf(sources, "nist-800-171-rev2");
  const controls = nodesOf(sources, "cisco-ccf-v3.0");
  const parents = new Map([...nodes, ...controls].map((node) => [node.urn, node]));
  const relevant = new Map<string, string[]>();
  const [set] = readLibrary(sources, "mapping-cisco-ccf-v3.0-and-nist-800-171-rev2").requirement_mapping_sets;
  for (const { source_requirement_urn: control, target_requirement_urn: requirement } of set.requirement_mappings)
    relevant.set(requirement, [...(relevant.get(requirement) ?? []), control]);
  return answerable(
    nodes
      .filter(({ ref_id }) => ref_id)
      .map((node) => ({
        id: node.ref_id!,
        criterion: labelOf(parents.get(node.parent_urn!)!),
        title: node.description!,
        relevant: relevant.get(node.urn) ?? [],
      })),
    controls
      .filter(({ description, parent_urn }) => description && parent_urn)
      .map((node) =>
        passage(node.urn, node.description!, {
          document: "Control framework",
          location: `${parents.get(node.parent_urn!)!.name} > ${node.name}`,
        }),
      ),
  );
};

/** Controls of a company, Cisco, against the evidence that it names for each. */
export const companyEvidence: SetBuilder = (sources) => {
  const nodes = nodesOf(sources, "cisco-ccf-v3.0");
  const parents = new Map(nodes.map((node) => [node.urn, node]));
  const controls = nodes.filter(({ description, typical_evidence }) => description && typical_evidence);
  return answerable(
    controls.map((node) => ({
      id: node.ref_id!,
      criterion: node.name ?? "",
      title: node.description!,
      relevant: [node.ref_id!],
    })),
    controls.map((node) =>
      passage(node.ref_id!, node.typical_evidence!, {
        document: "Evidence requests",
        location: parents.get(node.parent_urn!)!.name ?? null,
      }),
    ),
  );
};

/** Base controls of SP 800-53 rev. 5 against the discussion of each. */
export const sp53Discussion: SetBuilder = (sources) => {
  const nodes = nodesOf(sources, "nist-sp-800-53-rev5");
  const families = new Map(nodes.map((node) => [node.urn, node]));
  const controls = nodes.filter(({ annotation, description }) => annotation && description);
  const discussed = controls.filter(({ annotation, ref_id }) => annotation!.length > 100 && !ref_id!.includes("("));
  return answerable(
    discussed.map((node) => ({
      id: node.ref_id!,
      criterion: families.get(node.parent_urn!)!.name!,
      title: node.description!.split("\n")[0]!,
      relevant: [node.ref_id!],
    })),
    discussed.map((node) =>
      passage(node.ref_id!, node.annotation!, {
        document: families.get(node.parent_urn!)!.name!,
        location: node.name ?? null,
      }),
    ),
  );
};

/** Requirements of OWASP ASVS 5.0 against the cheat sheets that its index names for their section. */
export const asvsCheatSheets: SetBuilder = (sources) => {
  const index = readFileSync(join(sources, "CheatSheetSeries/IndexASVS.md"), "utf8");
  const sheetsOf = new Map<string, string[]>();
  for (const section of index.split(/^### /m).slice(1)) {
    const number = /^V(\d+\.\d+)/.exec(section)?.[1];
    if (number)
      sheetsOf.set(
        number,
        [...section.matchAll(/cheatsheets\/(\w+)\.md/g)].map(([, sheet]) => sheet!),
      );
  }
  const queries = globSync("ASVS/5.0/en/0x*-V*.md", { cwd: sources })
    .sort()
    .flatMap((file) => {
      const chapter = readFileSync(join(sources, file), "utf8");
      return chapter
        .split(/^## /m)
        .slice(1)
        .flatMap((section) => {
          const title = /^V\d+\.\d+:? (.+)$/m.exec(section)?.[1] ?? "";
          return [...section.matchAll(/^\| \*\*(\d+\.\d+)\.(\d+)\*\* \| (?:Verify that )?(.+?) \| \d/gm)].map(
            ([, part, item, text]) => ({
              id: `${part}.${item}`,
              criterion: title,
              title: text!,
              relevant: sheetsOf.get(part!) ?? [],
            }),
          );
        });
    });
  const passages = globSync("CheatSheetSeries/cheatsheets/*.md", { cwd: sources })
    .sort()
    .flatMap((file) =>
      splitMarkdown(readFileSync(join(sources, file), "utf8")).map((section) =>
        passage(basename(file, ".md"), section.text, { document: basename(file), location: section.path }),
      ),
    );
  return answerable(queries, passages);
};

/** What a company's policies say of themselves, section by section, against these sections. */
function policies(repository: string): SetBuilder {
  return (sources) => {
    const queries: SetQuery[] = [];
    const passages: SetPassage[] = [];
    const files = globSync(`${repository}/*_{policies,procedures}/*.md`, { cwd: sources }).sort();
    for (const file of files) {
      const text = readFileSync(join(sources, file), "utf8");
      const title = /^(?:title: "?|# )(.+?)"?$/m.exec(text)?.[1] ?? basename(file, ".md");
      const sections = splitMarkdown(text, { numberedBold: true });
      const own = sections.filter(
        ({ path }) => !/compliance|definitions|responsibilities|revision|exceptions|related/i.test(path ?? ""),
      );
      for (const section of own)
        passages.push(
          passage(`${basename(file)}#${sectionNumber(section)}`, section.text, {
            document: `${basename(file, ".md")} ${title}.md`,
            location: section.path,
          }),
        );
      for (const [, where, standard, reference] of text.matchAll(
        /^\|\s*\**([\d., -]+?)\**\s*\|\s*([^|]+?)\s*\|\s*([^|]+?)\s*\|/gm,
      )) {
        const label = / [-–] (.{12,})$/.exec(reference!)?.[1] ?? /\(([A-Z][^)]{12,})\)/.exec(reference!)?.[1];
        if (!label) continue;
        queries.push({
          id: `${basename(file)} ${reference}`,
          criterion: standard!,
          title: label,
          relevant: where!
            .split(/[, ]+/)
            .filter(Boolean)
            .map((number) => `${basename(file)}#${number}`),
        });
      }
    }
    return answerable(mergeQueries(queries), passages);
  };
}

const sectionNumber = ({ path }: MarkdownSection) =>
  /(?:^|> )\**(\d+(?:\.\d+)*)\.?\s[^>]*$/.exec(path ?? "")?.[1] ?? "";

/** The same reference in several documents is one query. */
function mergeQueries(queries: readonly SetQuery[]): SetQuery[] {
  const merged = new Map<string, SetQuery>();
  for (const query of queries) {
    const key = `${query.criterion}\n${query.title}`;
    const before = merged.get(key);
    merged.set(key, before ? { ...before, relevant: [...before.relevant, ...query.relevant] } : query);
  }
  return [...merged.values()];
}

export const healthPolicies = policies("health-tech");

/** The Cranfield collection: questions of engineers against abstracts, with the judgements of its makers. */
export const cranfield: SetBuilder = (sources) => {
  const read = (file: string) => readFileSync(join(sources, "cranfield", file), "utf8");
  const records = (text: string) =>
    text
      .split(/^\.I /m)
      .slice(1)
      .map((record) => {
        const [, id] = /^(\d+)/.exec(record)!;
        const part = (name: string) =>
          (new RegExp(`^\\.${name}\\s*\\n([\\s\\S]*?)(?=^\\.[A-Z]\\s*$|$(?![\\s\\S]))`, "m").exec(record)?.[1] ?? "")
            .replace(/\s+/g, " ")
            .trim();
        return { id: id!, title: part("T"), text: part("W") };
      });
  const relevant = new Map<string, string[]>();
  for (const line of read("cranqrel.correct").trim().split("\n")) {
    const [query, , document, degree] = line.trim().split(/\s+/);
    if (Number(degree) > 0) relevant.set(query!, [...(relevant.get(query!) ?? []), document!]);
  }
  return answerable(
    // The judgements count the questions; their own numbers have gaps.
    records(read("cran.qry")).map(({ text }, at) => ({
      id: `${at + 1}`,
      criterion: "",
      title: text,
      relevant: relevant.get(`${at + 1}`) ?? [],
    })),
    records(read("cran.all.1400"))
      .filter(({ text }) => text)
      .map(({ id, title, text }) => passage(id, text, { document: title })),
  );
};
