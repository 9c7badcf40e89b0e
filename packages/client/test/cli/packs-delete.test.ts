import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import type { Connection } from "../../src/cli/access/connect.ts";
import { packsDelete } from "../../src/cli/commands/packs-delete.ts";
import { Terminal } from "../../src/cli/terminal/terminal.ts";
import { openStreams } from "./open-terminal.ts";

async function deleteWith({ isTTY, typed = "", yes = false }: { isTTY: boolean; typed?: string; yes?: boolean }) {
  const { streams, written } = openStreams({ isTTY });
  const stdin = Object.assign(new PassThrough(), { isTTY });
  stdin.end(typed);
  const deleted: string[] = [];
  const connection = {
    admin: {
      packs: {
        list: () => ({ toArray: async () => [{ id: "p1", name: "Try" }] }),
        delete: async (id: string) => void deleted.push(id),
      },
    },
  } as unknown as Connection;
  const exit = await packsDelete.run({
    args: ["try"],
    options: (yes ? { yes } : {}) as never,
    shared: {},
    terminal: new Terminal({ ...streams, stdin }, { json: false, quiet: false, colour: false }),
    commands: [],
    signal: new AbortController().signal,
    afterInterrupt: undefined,
    connect: async () => connection,
  });
  return { deleted, exit, stderr: written.stderr };
}

test("a pack is deleted once a person has agreed; --yes and a pipe are not asked", async () => {
  for (const typed of ["\n", "n\n", "maybe\n"]) {
    const refused = await deleteWith({ isTTY: true, typed });
    expect(refused).toMatchObject({ deleted: [], exit: undefined });
    expect(refused.stderr).toContain("Delete pack 'try' with its drafts? [y/N]");
    expect(refused.stderr).toContain("Nothing was deleted");
  }
  for (const typed of ["y\n", "Yes\n"]) expect((await deleteWith({ isTTY: true, typed })).deleted).toEqual(["p1"]);
  for (const unasked of [{ isTTY: true, yes: true }, { isTTY: false }]) {
    const done = await deleteWith(unasked);
    expect(done.deleted).toEqual(["p1"]);
    expect(done.stderr).not.toContain("[y/N]");
  }
});
