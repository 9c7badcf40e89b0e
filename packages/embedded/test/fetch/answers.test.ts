import type { RequestListener, ServerResponse } from "node:http";
import { connect } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { EXPIRED, GOOD } from "@assay/testing/doubles/certificates";
import { afterEach, expect, test } from "vitest";
import type { FetcherOptions } from "../../src/fetch/create-fetcher.ts";
import { PUBLIC_ADDRESS, serveWeb, type WebServer } from "./web-server.ts";

const signal = new AbortController().signal;
let web: WebServer | undefined;
afterEach(() => web?.close());

async function fetchFrom(listener: RequestListener, options: FetcherOptions = {}, url = "http://guide.example/start") {
  web = await serveWeb(listener);
  return web.fetcher(options).fetch(url, { signal });
}

const refusal = (code: string) => expect.objectContaining({ name: "FetchError", code });
const redirect = (response: ServerResponse, location: string, status = 302) =>
  void response.writeHead(status, { Location: location }).end();

test("a page comes whole, with its media type and the address that answered", async () => {
  const page = await fetchFrom((request, response) => {
    expect(request.headers).not.toHaveProperty("cookie");
    expect(request.headers).not.toHaveProperty("authorization");
    if (request.url === "/start") redirect(response.setHeader("Set-Cookie", "a=b") as ServerResponse, "end?x=1", 301);
    else response.setHeader("Content-Type", "Text/HTML; charset=utf-8").end("<p>guidance</p>");
  });
  expect(new TextDecoder().decode(page.bytes)).toBe("<p>guidance</p>");
  expect(page).toMatchObject({ mediaType: "text/html", url: "http://guide.example/end?x=1" });
});

test.each([
  ["gzip", gzipSync],
  ["deflate", deflateSync],
  ["br", brotliCompressSync],
] as const)("a page in %s is decompressed", async (encoding, compress) => {
  const page = await fetchFrom((_, response) =>
    response.setHeader("Content-Encoding", encoding).end(compress("guidance".repeat(1000))),
  );
  expect(new TextDecoder().decode(page.bytes)).toBe("guidance".repeat(1000));
});

/** Row B97: each hop is vetted again. */
test.each([
  "http://127.0.0.1/",
  "http://169.254.169.254/latest/meta-data/",
  "http://[::1]/",
  "//localhost/",
  "http://guide.example:8080/",
  "http://user:secret@guide.example/",
  "file:///etc/passwd",
  "ftp://guide.example/",
])("a redirect to %s is not followed", async (location) => {
  await expect(fetchFrom((_, response) => redirect(response, location))).rejects.toEqual(refusal("UNSAFE_URL"));
  expect(web?.hosts).toHaveLength(1);
});

test("a redirect to a name with a private address is not followed", async () => {
  const resolve = async (host: string) => (host === "guide.example" ? [PUBLIC_ADDRESS] : ["10.0.0.1"]);
  const answer = fetchFrom((_, response) => redirect(response, "http://inside.example/"), { resolve });
  await expect(answer).rejects.toEqual(refusal("UNSAFE_URL"));
  expect(web?.dialled).toHaveLength(1);
});

test("three redirects are followed and a fourth is not, nor is a loop or a redirect without a place", async () => {
  const chain =
    (length: number): RequestListener =>
    (request, response) => {
      const at = Number(new URL(request.url!, "http://x.example").searchParams.get("at"));
      if (at === length) response.end("guidance");
      else redirect(response, `/?at=${at + 1}`, [301, 302, 303, 307, 308][at % 5]!);
    };
  expect((await fetchFrom(chain(3))).url).toBe("http://guide.example/?at=3");
  await web?.close();
  await expect(fetchFrom(chain(11))).rejects.toEqual(refusal("FETCH_REFUSED"));
  expect(web?.hosts).toHaveLength(4);
  await web?.close();
  await expect(fetchFrom((_, response) => redirect(response, "/start"))).rejects.toEqual(refusal("FETCH_REFUSED"));
  await web?.close();
  await expect(fetchFrom((_, response) => void response.writeHead(302).end())).rejects.toEqual(
    refusal("FETCH_REFUSED"),
  );
});

test("a page that only asks a browser to go elsewhere is read as it is", async () => {
  const html = '<meta http-equiv="refresh" content="0;url=http://127.0.0.1/">';
  const page = await fetchFrom((_, response) => response.setHeader("Content-Type", "text/html").end(html));
  expect(new TextDecoder().decode(page.bytes)).toBe(html);
  expect(web?.dialled).toHaveLength(1);
});

/** Row B102. */
test.each([
  [204, "FETCH_REFUSED"],
  [206, "FETCH_REFUSED"],
  [304, "FETCH_REFUSED"],
  [401, "FETCH_REFUSED"],
  [404, "FETCH_REFUSED"],
  [429, "FETCH_FAILED"],
  [500, "FETCH_FAILED"],
  [503, "FETCH_FAILED"],
])("a server that answers %i gives %s, which says so", async (status, code) => {
  const error = await fetchFrom((_, response) => void response.writeHead(status).end()).catch((thrown) => thrown);
  expect(error).toEqual(refusal(code));
  expect(error.message).toContain(String(status));
});

test("an endless body, a large one and a gzip bomb end at the limit", async () => {
  const options = { bytesMax: 100_000 };
  const endless: RequestListener = (_, response) => {
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(16_384)));
    };
    response.on("drain", more);
    more();
  };
  await expect(fetchFrom(endless, options)).rejects.toEqual(refusal("FETCH_TOO_LARGE"));
  await web?.close();
  const bomb = gzipSync(Buffer.alloc(50_000_000));
  expect(bomb.length).toBeLessThan(options.bytesMax);
  const inflating: RequestListener = (_, response) => response.setHeader("Content-Encoding", "gzip").end(bomb);
  await expect(fetchFrom(inflating, options)).rejects.toEqual(refusal("FETCH_TOO_LARGE"));
  await web?.close();
  const exact = await fetchFrom((_, response) => response.end(Buffer.alloc(100_000)), options);
  expect(exact.bytes).toHaveLength(100_000);
});

test("a server that is silent, or slow without end, is given up", async () => {
  const silent = fetchFrom(() => {}, { idleMs: 60 });
  await expect(silent).rejects.toEqual(refusal("FETCH_TIMEOUT"));
  await web?.close();
  const stopping = fetchFrom((_, response) => void response.write("a"), { idleMs: 60 });
  await expect(stopping).rejects.toEqual(refusal("FETCH_TIMEOUT"));
  await web?.close();
  const trickling: RequestListener = (_, response) => {
    const timer = setInterval(() => response.write("a"), 20);
    response.on("close", () => clearInterval(timer));
  };
  await expect(fetchFrom(trickling, { idleMs: 200, totalMs: 300 })).rejects.toEqual(refusal("FETCH_TIMEOUT"));
});

test("huge headers, a cut body, broken compression and an unknown one fail, and an empty body is nothing to read", async () => {
  const answers: [string, RequestListener][] = [
    ["FETCH_FAILED", (_, response) => response.setHeader("X-Long", "a".repeat(60_000)).end("guidance")],
    [
      "FETCH_FAILED",
      (_, response) => void response.setHeader("Content-Length", 100).write("cut", () => response.destroy()),
    ],
    ["FETCH_FAILED", (_, response) => response.setHeader("Content-Encoding", "gzip").end("not gzip")],
    ["FETCH_REFUSED", (_, response) => response.setHeader("Content-Encoding", "gzip, gzip").end("guidance")],
    ["FETCH_REFUSED", (_, response) => void response.end()],
    ["FETCH_FAILED", (request) => void request.socket.end("garbage\r\n\r\n")],
  ];
  for (const [code, listener] of answers) {
    await expect(fetchFrom(listener)).rejects.toEqual(refusal(code));
    await web?.close();
  }
});

test("the caller's own end is distinguished from a failure of the server", async () => {
  const ending = new AbortController();
  web = await serveWeb(() => ending.abort(new Error("The process is shutting down")));
  await expect(web.fetcher().fetch("http://guide.example/", { signal: ending.signal })).rejects.toThrow(
    "The process is shutting down",
  );
});

/** Row B101. */
test.each([
  ["self-signed", GOOD, undefined, "https://guide.example/"],
  ["of another host", GOOD, GOOD.cert, "https://other.example/"],
  ["of an address", GOOD, GOOD.cert, `https://${PUBLIC_ADDRESS}/`],
  ["expired", EXPIRED, EXPIRED.cert, "https://guide.example/"],
])("a certificate that is %s is not accepted", async (_, certificate, ca, url) => {
  web = await serveWeb((_, response) => response.end("guidance"), certificate);
  await expect(web.fetcher({ ca }).fetch(url, { signal })).rejects.toEqual(refusal("FETCH_FAILED"));
  expect(web.hosts).toEqual([]);
});

test("a good certificate is accepted, and a redirect from https to http is not followed", async () => {
  web = await serveWeb((request, response) => {
    if (request.url === "/down") redirect(response, "http://guide.example/");
    else response.end("guidance");
  }, GOOD);
  const fetcher = web.fetcher({ ca: GOOD.cert });
  const page = await fetcher.fetch("https://guide.example/", { signal });
  expect(new TextDecoder().decode(page.bytes)).toBe("guidance");
  expect(web.dialled).toEqual([`${PUBLIC_ADDRESS}:443`]);
  await expect(fetcher.fetch("https://guide.example/down", { signal })).rejects.toEqual(refusal("UNSAFE_URL"));
});

test("a host whose first address does not answer is reached by its next one", async () => {
  web = await serveWeb((_, response) => response.end("guidance"));
  const { port } = web;
  const dead = "93.184.216.35";
  const fetcher = web.fetcher({
    resolve: async () => ["2606:4700::1", PUBLIC_ADDRESS, dead].reverse(),
    connect: (address) => connect(address === dead ? 1 : port, "127.0.0.1"),
  });
  expect((await fetcher.fetch("http://guide.example/", { signal })).bytes).toHaveLength(8);
  const refused = web.fetcher({ connect: () => connect(1, "127.0.0.1") });
  await expect(refused.fetch("http://guide.example/", { signal })).rejects.toEqual(refusal("FETCH_FAILED"));
});
