import { z } from "zod";
import { callVendor, type Vendor, waitFor } from "./call-vendor.ts";

const operation = z.object({ id: z.string(), status: z.string() });
const branch = z.object({ id: z.string(), name: z.string() });
const nothing = z.unknown();

export interface NeonBranches {
  /** The branch of that name with a compute of its own; made when it is not there. */
  ensure(name: string, options: { expiresAt: Date }): Promise<{ id: string; made: boolean }>;
  /** The address of a role whose password Neon keeps; straight to the compute, not through the pooler. */
  findAddress(branchId: string, options: { role: string; database: string }): Promise<URL>;
  /** The names of all branches that may be a preview's. */
  list(): Promise<string[]>;
  /** Removing what is not there is fine. */
  remove(name: string): Promise<void>;
}

/** Source: Neon's API v2 (branches, operations, connection_uri). */
export function neonBranches(
  vendor: Vendor,
  projectId: string,
  wait = { everyMs: 1000, limitMs: 120_000 },
): NeonBranches {
  const project = `/projects/${encodeURIComponent(projectId)}`;

  async function search(part: string): Promise<z.infer<typeof branch>[]> {
    const found = await callVendor(
      vendor,
      "GET",
      `${project}/branches?search=${encodeURIComponent(part)}`,
      z.object({ branches: z.array(branch) }),
    );
    if (!found) throw new Error(`Cannot find the Neon project '${projectId}': check NEON_PROJECT_ID and the API key`);
    return found.branches;
  }

  const find = async (name: string) => (await search(name)).find((each) => each.name === name);

  async function finish({ id }: { id: string }): Promise<void> {
    await waitFor(`Neon's operation ${id}`, wait, async () => {
      const found = await callVendor(vendor, "GET", `${project}/operations/${id}`, z.object({ operation }));
      const status = found?.operation.status ?? "finished";
      if (["failed", "error", "cancelled"].includes(status))
        throw new Error(`Neon's operation ${id} ended with status ${status}`);
      return ["finished", "skipped"].includes(status) || undefined;
    });
  }

  return {
    async ensure(name, { expiresAt }) {
      const known = await find(name);
      if (known) return { id: known.id, made: false };
      const made = await callVendor(
        vendor,
        "POST",
        `${project}/branches`,
        z.object({ branch, operations: z.array(operation) }),
        { branch: { name, expires_at: expiresAt.toISOString() }, endpoints: [{ type: "read_write" }] },
      );
      if (!made) throw new Error(`Cannot find the Neon project '${projectId}'`);
      for (const each of made.operations) await finish(each);
      return { id: made.branch.id, made: true };
    },

    async findAddress(branchId, { role, database }) {
      const query = new URLSearchParams({
        branch_id: branchId,
        role_name: role,
        database_name: database,
        pooled: "false",
      });
      const found = await callVendor(vendor, "GET", `${project}/connection_uri?${query}`, z.object({ uri: z.url() }));
      if (!found)
        throw new Error(
          `Cannot find role '${role}' and database '${database}' on the Neon branch: create them on its parent`,
        );
      return new URL(found.uri);
    },

    list: async () => (await search("pr-")).map(({ name }) => name),

    async remove(name) {
      const known = await find(name);
      if (known) await callVendor(vendor, "DELETE", `${project}/branches/${known.id}`, nothing);
    },
  };
}
