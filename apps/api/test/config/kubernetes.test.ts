import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { keysToText, makeSigningKeys } from "@assay/embedded/key-signer";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { readConfig, SETTINGS } from "../../src/config.ts";
import { ROOT } from "../support/launch-process.ts";

interface Container {
  readonly image: string;
  readonly command?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value: string }[];
  readonly envFrom: readonly { readonly secretRef: { readonly name: string } }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly securityContext: unknown;
  readonly resources: { readonly requests: Record<string, string>; readonly limits: Record<string, string> };
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  readonly livenessProbe?: { readonly httpGet: { readonly path: string } };
  readonly readinessProbe?: { readonly httpGet: { readonly path: string } };
}

interface PodTemplate {
  readonly metadata: { readonly labels: Record<string, string> };
  readonly spec: {
    readonly securityContext: unknown;
    readonly terminationGracePeriodSeconds?: number;
    readonly containers: readonly Container[];
    readonly volumes: readonly {
      readonly name: string;
      readonly persistentVolumeClaim?: { readonly claimName: string };
    }[];
  };
}

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: Record<string, unknown> & { readonly replicas?: number; readonly template: PodTemplate };
}

const readText = (path: string) => readFileSync(join(ROOT, path), "utf8");
const text = readText("container/kubernetes/assay.yaml");
const recipe = readText("container/Containerfile");
const manifests = readManifests(text);

function readManifests(yaml: string): Manifest[] {
  return parseAllDocuments(yaml).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS() as Manifest;
  });
}

const schemas = JSON.parse(readText("apps/api/test/fixtures/kubernetes/schemas-1.34.json")) as {
  $defs: Record<string, { "x-kubernetes-group-version-kind"?: { group: string; version: string; kind: string }[] }>;
};
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema(schemas, "kubernetes");

/** What the published schemas refuse of a manifest, fields that they do not name included. */
function findFaults(manifest: Manifest): string[] {
  const { apiVersion, kind } = manifest;
  const [version, group = ""] = apiVersion.split("/").reverse() as [string, string?];
  const known = Object.entries(schemas.$defs).find(([, schema]) =>
    schema["x-kubernetes-group-version-kind"]?.some(
      (each) => each.group === group && each.version === version && each.kind === kind,
    ),
  );
  if (!known) return [`${apiVersion} ${kind} is unknown`];
  const validate = ajv.getSchema(`kubernetes#/$defs/${known[0]}`)!;
  return validate(manifest) ? [] : validate.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const named = (kind: string) => manifests.filter((each) => each.kind === kind);
const podsOf = () => [...named("Job"), ...named("Deployment")].map(({ metadata, spec }) => ({ ...metadata, ...spec }));

test("every manifest is what the published schemas of its kind accept", () => {
  expect(manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
    "ServiceAccount assay",
    "PersistentVolumeClaim assay-files",
    "Job assay-migrate",
    "Deployment assay-api",
    "Deployment assay-worker",
    "Service assay",
    "PodDisruptionBudget assay-api",
    "PodDisruptionBudget assay-worker",
    "NetworkPolicy assay",
    "Ingress assay",
  ]);
  for (const manifest of manifests) expect(findFaults(manifest), manifest.metadata.name).toEqual([]);
});

test.each([
  ["a field that is unknown", "  replicas: 2", "  replica: 2", /additional properties/],
  ["a value of another type", "  replicas: 2", '  replicas: "2"', /must be integer/],
  ["a field that is missing", "  - host: assay.example.com\n", "  - hosts: []\n", /additional properties/],
  [
    "a version that is gone",
    "apiVersion: policy/v1\n",
    "apiVersion: policy/v1beta1\n",
    /policy\/v1beta1 .* is unknown/,
  ],
  [
    "a container without a name",
    "        - name: migrate\n          image:",
    "        - image:",
    /required property 'name'/,
  ],
])("%s is found", (_, from, to, fault) => {
  expect(text).toContain(from);
  const faults = readManifests(text.replace(from, to)).flatMap(findFaults);
  expect(faults).toEqual(expect.arrayContaining([expect.stringMatching(fault)]));
});

test("every pod runs as no root, writes into its volumes alone, and has limits", () => {
  expect(podsOf().length).toBe(3);
  for (const { name, template } of podsOf()) {
    expect(template.spec.securityContext, name).toMatchObject({ runAsNonRoot: true, runAsUser: 1000, fsGroup: 1000 });
    for (const container of template.spec.containers) {
      expect(container.securityContext, name).toEqual({
        ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ["ALL"] } },
      });
      const { requests, limits } = container.resources;
      for (const quantity of [requests.cpu, requests.memory, limits.memory])
        expect(quantity, name).toMatch(/^\d+(m|Mi|Gi)?$/);
      expect(bytesOf(limits.memory!)).toBeGreaterThanOrEqual(bytesOf(requests.memory!));
      const volumes = template.spec.volumes.map((volume) => volume.name);
      for (const mount of container.volumeMounts) expect(volumes, name).toContain(mount.name);
      const paths = container.volumeMounts.map(({ mountPath }) => mountPath);
      expect(paths, name).toEqual(expect.arrayContaining([/ASSAY_DATA_DIR=(\S+)/.exec(recipe)![1], "/tmp"]));
      if (container.command) expect(existsSync(join(ROOT, container.command[1]!))).toBe(true);
    }
    const claims = template.spec.volumes.flatMap(({ persistentVolumeClaim: claim }) => claim?.claimName ?? []);
    for (const claim of claims)
      expect(named("PersistentVolumeClaim").map((each) => each.metadata.name)).toContain(claim);
  }
});

function bytesOf(quantity: string): number {
  const [, amount, unit] = /^(\d+)(Mi|Gi)$/.exec(quantity)!;
  return Number(amount) * (unit === "Gi" ? 2 ** 30 : 2 ** 20);
}

/** What the operator's secret holds at least. */
const SECRET = {
  DATABASE_URL: "postgres://assay_app:apppass1@db.example:5432/assay",
  CHECKPOINT_SIGNING_KEY: keysToText(await makeSigningKeys()),
};

test("the pods of the API serve requests, those of the pool do the jobs, on the same files", () => {
  const [api, worker] = named("Deployment").map(({ spec }) => spec.template.spec.containers[0]!);
  const configs = [api!, worker!].map(({ env }) => {
    for (const { name } of env!) expect(SETTINGS).toContain(name);
    return readConfig({ ...SECRET, ...Object.fromEntries(env!.map(({ name, value }) => [name, value])) });
  });
  expect(configs.map(({ TAKE_JOBS }) => TAKE_JOBS)).toEqual(["off", "on"]);
  for (const [index, container] of [api!, worker!].entries()) {
    const { mountPath } = container.volumeMounts.find(({ name }) => name === "files")!;
    expect(configs[index]!.FILES_DIR).toBe(mountPath);
    expect(container.ports).toEqual([{ name: "http", containerPort: Number(/ PORT=(\d+)/.exec(recipe)![1]) }]);
    expect(container.livenessProbe!.httpGet.path).toBe("/healthz");
    expect(container.readinessProbe!.httpGet.path).toBe("/readyz");
  }
  // As docs/operate/configuration.md says of a slot, next to the process.
  const slotBytes =
    Number(/A document slot needs up to (\d+) MB/.exec(readText("docs/operate/configuration.md"))![1]) * 1e6;
  const memory = bytesOf(worker!.resources.limits.memory!);
  expect(memory).toBeGreaterThan(configs[1]!.DOCUMENT_SLOTS * slotBytes + 250e6);
  // The owner's address is the migration's alone.
  const secrets = podsOf().map(({ template }) =>
    template.spec.containers[0]!.envFrom.map(({ secretRef }) => secretRef.name),
  );
  expect(secrets).toEqual([["assay", "assay-owner"], ["assay"], ["assay"]]);
  for (const { spec } of named("Deployment"))
    expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(30);
});

test("a drain of nodes leaves a pod of each kind, and what selects pods selects some", () => {
  const deployments = named("Deployment").map(({ spec }) => spec);
  const find = (labels: Record<string, string>) =>
    deployments.filter(({ template }) =>
      Object.entries(labels).every(([name, value]) => template.metadata.labels[name] === value),
    );
  const matched = (spec: Record<string, unknown>, at = "selector") =>
    find((spec[at] as { matchLabels: Record<string, string> }).matchLabels);
  for (const deployment of deployments) expect(matched(deployment)).toEqual([deployment]);
  const budgets = named("PodDisruptionBudget").map(({ spec }) => spec);
  expect(budgets.flatMap((budget) => matched(budget))).toEqual(deployments);
  for (const budget of budgets) expect(matched(budget)[0]!.replicas).toBeGreaterThan(budget.minAvailable as number);
  expect(matched(named("NetworkPolicy")[0]!.spec, "podSelector")).toEqual([deployments[0]]);
  expect(find(named("Service")[0]!.spec.selector as Record<string, string>)).toEqual([deployments[0]]);
  const ingress = JSON.stringify(named("Ingress")[0]!.spec);
  expect(ingress).toContain('"service":{"name":"assay","port":{"name":"http"}}');
});
