import { canonicalJson } from "@assay/contract";
import { toFinding } from "./finding.ts";
import { metadataOf } from "./metadata.ts";
import { type OscalSource, soundOf } from "./oscal-source.ts";
import { listed, prop, tokensOf, toLine } from "./oscal-text.ts";
import { exceptionRisk, taskRisk } from "./risks.ts";
import { uuidsOf } from "./uuid-of.ts";

/** OSCAL plan of action and milestones: an item per task and per exception. RFC 8785, without a line break. */
export async function writePoam(source: OscalSource): Promise<string> {
  const { run, requirements, assessments, tasks, people } = source;
  const uuidOf = uuidsOf(run.id);
  const tokens = tokensOf(requirements.map(({ requirementId }) => requirementId));
  const titles = new Map(requirements.map((requirement) => [requirement.requirementId, requirement]));
  const exceptions = soundOf(people?.exceptions ?? []);
  const ofTasks = await Promise.all(
    tasks.map(async (task) => ({ task, risk: await taskRisk(task, uuidOf), uuid: await uuidOf(`poam/${task.id}`) })),
  );
  const ofExceptions = await Promise.all(
    exceptions.map(async (each) => ({
      each,
      risk: await exceptionRisk(each, uuidOf),
      uuid: await uuidOf(`poam/${each.id}`),
    })),
  );
  const named = new Set([...tasks, ...exceptions].map(({ requirementId }) => requirementId));
  const found = assessments.filter(({ requirementId }) => named.has(requirementId));
  const riskUuids = Map.groupBy(
    [
      ...ofTasks.map(({ task, risk }) => ({ of: task.requirementId, uuid: risk.uuid })),
      ...ofExceptions.map(({ each, risk }) => ({ of: each.requirementId, uuid: risk.uuid })),
    ],
    (each) => each.of,
  );
  const findings = await Promise.all(
    found.map((assessment) =>
      toFinding(
        assessment,
        {
          token: tokens.get(assessment.requirementId)!,
          requirement: titles.get(assessment.requirementId),
          reviews: [],
          exceptionIds: [],
          observationUuids: [],
          riskUuids: riskUuids.get(assessment.requirementId)!.map(({ uuid }) => uuid),
        },
        uuidOf,
      ),
    ),
  );
  const findingUuids = new Map(found.map(({ requirementId }, at) => [requirementId, findings[at]!.uuid]));
  const relatedTo = (requirementId: string, riskUuid: string) => {
    const finding = findingUuids.get(requirementId);
    return {
      ...listed("related-findings", finding === undefined ? [] : [{ "finding-uuid": finding }]),
      "related-risks": [{ "risk-uuid": riskUuid }],
    };
  };
  const items = [
    ...ofTasks.map(({ task, risk, uuid }) => ({
      uuid,
      title: toLine(task.title),
      description: task.description,
      props: [
        ...prop("task-id", task.id),
        ...prop("requirement-id", task.requirementId),
        ...prop("task-status", task.status),
      ],
      ...relatedTo(task.requirementId, risk.uuid),
    })),
    ...ofExceptions.map(({ each, risk, uuid }) => ({
      uuid,
      title: risk.title,
      description: each.reason,
      props: [...prop("exception-id", each.id), ...prop("requirement-id", each.requirementId)],
      ...relatedTo(each.requirementId, risk.uuid),
    })),
  ];
  return canonicalJson({
    "plan-of-action-and-milestones": {
      uuid: await uuidOf(`poam/${source.asOf}`),
      metadata: await metadataOf(source, "Plan of action and milestones", uuidOf),
      "system-id": { "identifier-type": "https://ietf.org/rfc/rfc4122", id: run.tenantId },
      ...listed(
        "risks",
        [...ofTasks, ...ofExceptions].map(({ risk }) => risk),
      ),
      ...listed("findings", findings),
      "poam-items": items.length > 0 ? items : [await nothingOpen(uuidOf)],
    },
  });
}

/** OSCAL has no plan without an item. */
async function nothingOpen(uuidOf: ReturnType<typeof uuidsOf>) {
  return {
    uuid: await uuidOf("poam/none"),
    title: "Nothing to do",
    description: "The run has no task, and no exception covers its requirements.",
    props: prop("no-item", "yes"),
  };
}
