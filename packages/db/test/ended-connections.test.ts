import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import type { Connection } from "@assay/db";
import { connectDriver } from "@assay/testing/connect-driver";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";

const message = (type: string, body: Buffer) => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
};
const AUTHENTICATED = message("R", Buffer.alloc(4));
const READY = message("Z", Buffer.from("I"));
/** What PostgreSQL sends where an operator, a failover or a scale-to-zero ends a session. */
const ENDED = message(
  "E",
  Buffer.from("SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0"),
);

/** Ends each session in the packet that begins it: nobody can have taken the connection over by then. */
async function serveEndedSessions() {
  let sessions = 0;
  const server = createServer((socket) => {
    sessions++;
    socket.on("error", () => {});
    socket.once("data", () => socket.end(Buffer.concat([AUTHENTICATED, READY, ENDED])));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const url = `postgres://assay@127.0.0.1:${(server.address() as AddressInfo).port}/assay`;
  return { url, count: () => sessions };
}

/** What would end a process. */
function uncaught(): unknown[] {
  const errors: unknown[] = [];
  const listeners = process.listeners("uncaughtException");
  const hear = (error: unknown) => errors.push(error);
  process.removeAllListeners("uncaughtException").on("uncaughtException", hear);
  onTestFinished(() => {
    process.off("uncaughtException", hear);
    for (const listener of listeners) process.on("uncaughtException", listener);
  });
  return errors;
}

const transact = ({ db }: Connection) => db.transaction((tx) => tx.execute(sql`select 1`));

test.each(["pg", "neon"] as const)(
  "1,000 connections of %s that the server ends as it makes them fail with a code, and end no process",
  async (driver) => {
    const errors = uncaught();
    const sessions = await serveEndedSessions();
    const connection = await connectDriver(driver, sessions.url, { poolSize: 4 });
    while (sessions.count() < 1000) {
      const attempts = await Promise.allSettled(Array.from({ length: 4 }, () => transact(connection)));
      for (const attempt of attempts)
        expect(attempt).toMatchObject({ reason: { cause: { code: expect.stringMatching(/^08/) } } });
    }
    await connection.close();
    expect(errors).toEqual([]);
  },
);
