import { OPERATIONS, type Operation } from "@assay/contract/operations";
import { expect, test } from "vitest";
import { listPrinted } from "../build/print-methods.ts";
import { AssayAdmin } from "../src/admin/index.ts";
import { Assay, List } from "../src/index.ts";

type Method = (...values: unknown[]) => unknown;

const printed = listPrinted(OPERATIONS);
const file = new File(["text"], "policy.txt");

/** How a program calls each operation whose method is written by hand. */
const BY_HAND: Readonly<Partial<Record<Operation["id"], (assay: Assay, admin: AssayAdmin) => unknown>>> = {
  "documents.upload": (assay) => assay.documents.upload(file),
  "documents.addVersion": (assay) => assay.documents.addVersion("x", file),
  "documents.original": (assay) => assay.documents.original("x"),
  "documents.delete": (assay) => assay.documents.delete("x"),
  "sources.plan": (assay) => assay.sources.plan("x", []),
  "runs.start": (assay) => assay.runs.start(),
  "runs.events": (assay) => assay.runs.events("x")[Symbol.asyncIterator]().next(),
  "signOffs.sign": (assay) => assay.signOffs.sign("x", "PREPARED", "I have looked at it"),
  "admin.audit.list": (_, admin) => admin.audit.list().page(),
  "admin.audit.verify": (_, admin) => admin.audit.verify(),
  "admin.audit.verifyCheckpoint": (_, admin) => admin.audit.verify({ statement: {}, signature: "" } as never),
  "admin.corpus.ingest": (_, admin) => admin.corpus.ingestFile(file, { packId: "x" }),
  "admin.events.stream": (_, admin) => admin.events.stream().next(),
  "admin.packs.importVersion": (_, admin) => admin.packs.import("x", "{}", { format: "assay-json" }),
  "admin.retrievalVersions.preview": (_, admin) =>
    admin.retrievalVersions.preview("x", { complete: 0.75, partial: 0.4 }),
  "admin.runs.list": (_, admin) => admin.runs.list({ status: ["COMPLETED", "FAILED"] }).page(),
  "admin.traces.get": (_, admin) => admin.traces.get("x"),
};

test("each operation that needs a token and is of no protocol has a method: one that is made of the table, or one by hand", () => {
  const names = [...printed.map(({ id }) => id), ...Object.keys(BY_HAND)];
  expect(names.sort()).toEqual(OPERATIONS.flatMap(({ id, role, protocol }) => (role && !protocol ? [id] : [])).sort());
});

test.each(printed)("the method of $id sends what the table says", async (operation) => {
  const { id, method, path, body } = operation;
  const required = requiredQuery(operation);
  const filled = path.replace(/:\w+/g, "x y").replaceAll(" ", "%20");
  const values = [...path.matchAll(/:\w+/g)].map(() => "x y");
  const { calls, assay, admin } = watched();
  const call = methodOf(id, assay, admin);
  const made = call(...values, ...required.map((name) => `of ${name}`), ...(body ? [{}] : []));
  await expect(made instanceof List ? made.page() : made).rejects.toMatchObject({ status: 418 });
  const query = required.map((name) => [name, `of ${name}`]);
  expect(calls).toEqual([{ method, path: filled, query, hasBody: body !== undefined }]);
});

test.each(Object.entries(BY_HAND))("the method by hand of %s calls it", async (id, call) => {
  const { method, path } = OPERATIONS.find((each) => each.id === id)!;
  const { calls, assay, admin } = watched();
  await expect(call?.(assay, admin)).rejects.toMatchObject({ status: 418 });
  expect(calls).toMatchObject([{ method, path: path.replace(/:\w+/g, "x") }]);
});

/** Clients of a service that refuses everything. */
function watched() {
  const calls: { method: string; path: string; query: string[][]; hasBody: boolean }[] = [];
  const options = {
    baseUrl: "https://assay.test",
    token: "t",
    maxRetries: 0,
    fetch: ((input: string, { method = "GET", body }: RequestInit) => {
      const { pathname, searchParams } = new URL(input);
      calls.push({ method, path: pathname, query: [...searchParams], hasBody: body !== null });
      return Promise.resolve(new Response(null, { status: 418 }));
    }) as typeof fetch,
  };
  return { calls, assay: new Assay(options), admin: new AssayAdmin(options) };
}

/** `admin.packs.list` is `list` of the packs of the admin client; `session.get` is `session` of the client itself. */
function methodOf(id: string, assay: Assay, admin: AssayAdmin): Method {
  const client = (id.startsWith("admin.") ? admin : assay) as unknown as Record<string, unknown>;
  const [group, name] = id.replace(/^admin\./, "").split(".") as [string, string];
  const owner = typeof client[group] === "object" ? (client[group] as Record<string, unknown>) : client;
  return ((owner[name] ?? owner[group]) as Method).bind(owner);
}

function requiredQuery({ query }: Operation): string[] {
  const given = query?.safeParse({});
  return given?.success === false ? given.error.issues.map(({ path: [name] }) => String(name)) : [];
}
