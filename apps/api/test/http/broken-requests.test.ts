import { errorHelpPath, errorReply } from "@assay/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { open, parseAnswer, readAll, repeated, write } from "../support/raw-http.ts";
import { until } from "../support/test-client.ts";
import { type TestService, testService } from "../support/test-service.ts";

let assay: TestService;
beforeAll(async () => {
  assay = await testService();
});
afterAll(() => assay.close());

const UNREADABLE = {
  "no HTTP at all": { text: "hello\r\n\r\n", status: 400 },
  "an unknown method": { text: "BREW /api/runs HTTP/1.1\r\nHost: localhost\r\n\r\n", status: 400 },
  "two lengths": {
    text: "POST /api/runs/start HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
    status: 400,
  },
  "two Host headers": { text: "GET /healthz HTTP/1.1\r\nHost: localhost\r\nhost: localhost\r\n\r\n", status: 400 },
  "headers beyond the limit": {
    text: `GET /api/runs HTTP/1.1\r\nHost: localhost\r\nX-Large: ${"x".repeat(40_000)}\r\n\r\n`,
    status: 431,
  },
};

for (const [what, { text, status }] of Object.entries(UNREADABLE))
  test(`${what} is refused in the shape of all errors, with a request id that the log names`, async () => {
    const socket = await open(assay.url);
    await write(socket, text);
    const answer = parseAnswer(await readAll(socket));
    expect(answer.status).toBe(status);
    const body = JSON.parse(answer.body);
    expect(errorReply.parse(body)).toMatchObject({
      error: "VALIDATION_ERROR",
      details: { help: errorHelpPath("VALIDATION_ERROR") },
    });
    expect(answer.headers.get("X-Request-Id")).toBe(body.requestId);
    expect(assay.log.some((line) => line.includes("request.unreadable") && line.includes(body.requestId))).toBe(true);
  });

test.each(Object.entries(UNREADABLE))(
  "a client that sends on after %s reads the reply, and is not reset",
  async (_, { text, status }) => {
    const socket = await open(assay.url);
    const errors: Error[] = [];
    socket.on("error", (error) => errors.push(error));
    await write(socket, text);
    for (const piece of repeated(32)) await write(socket, piece);
    expect(parseAnswer(await readAll(socket)).status).toBe(status);
    expect(errors).toEqual([]);
  },
);

const BEGUN = {
  "an upload": '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nSome text',
  "a JSON body": '{"packId":',
};

for (const [what, body] of Object.entries(BEGUN))
  test(`a client that hangs up within ${what} is no error of the service`, async () => {
    const { token } = await (await assay.tenant()).as("MEMBER");
    const isUpload = what === "an upload";
    const from = assay.log.length;
    const socket = await open(assay.url);
    await write(
      socket,
      [
        `POST ${isUpload ? "/api/documents/upload" : "/api/runs/start"} HTTP/1.1`,
        "Host: localhost",
        `Authorization: Bearer ${token}`,
        `Content-Type: ${isUpload ? "multipart/form-data; boundary=x" : "application/json"}`,
        "Content-Length: 5000",
        "",
        body,
      ].join("\r\n"),
    );
    socket.resetAndDestroy();
    const served = await until(
      async () => assay.log.slice(from).filter((line) => line.includes("request.served")),
      (lines) => lines.length > 0,
    );
    expect(JSON.parse(served[0]!).status).toBeLessThan(500);
    expect(assay.log.slice(from).join("\n")).not.toContain('"level":"error"');
  });
