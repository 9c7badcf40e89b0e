import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { WebhookMessage } from "@assay/core/ports";
import { expect, onTestFinished, test } from "vitest";
import { type AllowedNetwork, checkWebhookUrl, readAllowedNetwork } from "../../src/webhook-url/index.ts";
import { createWebhookSender } from "../../src/webhooks/create-webhook-sender.ts";

const { signal } = new AbortController();
const ALLOWED = allow("10.1.0.0/16", "10.1.2.3:8080", "127.0.0.0/8:3000", "[fd00::/8]:8443", "93.184.216.34:9000");
const UNSAFE = expect.objectContaining({ code: "UNSAFE_URL" });

function allow(...texts: string[]): AllowedNetwork[] {
  return texts.map((text) => {
    const read = readAllowedNetwork(text);
    if (typeof read === "string") throw new Error(read);
    return read;
  });
}

/** Sends to a name with these addresses; returns where the sender connected to, each of which leads to one receiver. */
async function send(url: string, addresses: readonly (readonly string[])[], status = 204) {
  const server = createServer((_, response) => response.writeHead(status, { Location: "http://10.9.9.9/" }).end());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const dialled: string[] = [];
  const answers = [...addresses];
  const sender = createWebhookSender({
    allowed: ALLOWED,
    resolve: async () => answers.shift() ?? [],
    connect: (address, port) => {
      dialled.push(`${address}:${port}`);
      return connect((server.address() as AddressInfo).port, "127.0.0.1");
    },
  });
  const message: WebhookMessage = {
    url,
    id: "msg_1",
    at: new Date(),
    body: "{}",
    secrets: [`whsec_${btoa("x".repeat(32))}`],
  };
  const sent = await sender.send(message, { signal }).catch((error: { code: string }) => error.code);
  return { sent, dialled };
}

test.each([
  ["10.1.0.0/16", { network: "10.1.0.0", prefix: 16, port: undefined }],
  ["10.1.2.3:8080", { network: "10.1.2.3", prefix: 32, port: 8080 }],
  ["fd00::/8", { network: "fd00::", prefix: 8, port: undefined }],
  ["[fd00::1]:65535", { network: "fd00::1", prefix: 128, port: 65_535 }],
])("%s is a network", (text, network) => expect(readAllowedNetwork(text)).toEqual(network));

test.each([
  ["0.0.0.0/0", "prefix from 8 to 32"],
  ["::/0", "prefix from 7 to 128"],
  ["10.0.0.0/33", "prefix from 8 to 32"],
  ["10.1.2.3/8", "first address: 10.0.0.0/8"],
  ["fd00::1/8", "first address: fd00::/8"],
  ["10.0.0.0/8:0", "port from 1 to 65535"],
  ["10.0.0.0/8:65536", "port from 1 to 65535"],
  ["10.0.0.0/8:80-90", "must be a network"],
  ["10.0.0.0/8/8", "must be a network"],
  ["10.0.0/8", "must be a network"],
  ["010.0.0.0/8", "must be a network"],
  ["receiver:8080", "must be a network"],
  ["fe80::1%eth0", "must be a network"],
  ["*", "must be a network"],
  ["169.254.0.0/16", "must not be link-local"],
  ["fe80::/10", "must not be link-local"],
  ["0.0.0.0/8", "must not be link-local, multicast, unspecified"],
  ["224.0.0.0/8", "must not be link-local, multicast"],
  ["[::ffff:10.0.0.0/104]", "an IPv4 address in IPv6"],
])("%s is refused as a network", (text, problem) => expect(readAllowedNetwork(text)).toContain(problem));

test.each([
  "http://10.1.2.3/",
  "https://10.1.255.1/",
  "http://10.1.2.3:8080/",
  "http://127.0.0.1:3000/",
  "https://[fd12::1]:8443/",
  "http://93.184.216.34:9000/",
  "http://receiver:8080/",
  "http://receiver.internal:3000/",
  "https://hooks.example/",
])("%s is taken where its network is allowed, and not otherwise", (url) => {
  expect(checkWebhookUrl(url, ALLOWED)).toBe(url);
  if (url !== "https://hooks.example/") expect(() => checkWebhookUrl(url)).toThrow(UNSAFE);
});

test.each([
  "http://10.2.0.1/",
  "http://10.1.2.4:8080/",
  "http://10.1.2.3:3000/",
  "http://127.0.0.1/",
  "http://127.0.0.1:22/",
  "http://[::1]:3000/",
  "http://[::ffff:10.1.2.3]/",
  "http://[::ffff:127.0.0.1]:3000/",
  "http://[64:ff9b::10.1.2.3]/",
  "https://[fd00:ec2::254]:8443/",
  "http://169.254.169.254/",
  "http://93.184.216.34:8080/",
  "http://user:secret@10.1.2.3/",
  "ftp://10.1.2.3/",
  "http://receiver:22/",
])("%s stays refused", (url) => expect(() => checkWebhookUrl(url, ALLOWED)).toThrow(UNSAFE));

test("a name is sent to where it leads into an allowed network, at that port alone", async () => {
  expect(await send("http://receiver:8080/in", [["10.1.2.3"]])).toMatchObject({
    sent: { status: 204 },
    dialled: ["10.1.2.3:8080"],
  });
  expect(await send("http://hooks.example/", [["10.1.7.7", "93.184.216.34"]])).toMatchObject({
    dialled: ["10.1.7.7:80"],
  });
});

test.each([
  ["one of its addresses is another private one", "http://hooks.example/", ["10.1.7.7", "10.2.0.1"]],
  ["it is allowed at another port", "http://receiver:3000/", ["10.1.2.3"]],
  ["it is public, at a port that is not the web's", "http://hooks.example:8080/", ["93.184.216.34"]],
  ["it is an IPv4 address within IPv6", "http://hooks.example/", ["::ffff:10.1.2.3"]],
  ["it is the metadata service", "https://hooks.example:8443/", ["fd00:ec2::254"]],
  ["it is another machine of the link", "http://hooks.example/", ["169.254.169.254"]],
  ["it has a zone", "https://hooks.example:8443/", ["fd00::1%eth0"]],
])("a name is refused without a connection where %s", async (_, url, addresses) => {
  expect(await send(url, [addresses])).toEqual({ sent: "UNSAFE_URL", dialled: [] });
});

test("a name that leads elsewhere when it is asked again is asked once, and connected to as it was vetted", async () => {
  expect(await send("http://receiver:8080/", [["10.1.2.3"], ["10.2.0.1"]])).toMatchObject({
    dialled: ["10.1.2.3:8080"],
  });
});

test("a redirect out of the allowed network is not followed", async () => {
  expect(await send("http://10.1.2.3:8080/", [], 307)).toMatchObject({
    sent: { status: 307 },
    dialled: ["10.1.2.3:8080"],
  });
});
