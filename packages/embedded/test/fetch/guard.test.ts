import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { createFetcher } from "../../src/fetch/create-fetcher.ts";
import { isPublicAddress } from "../../src/fetch/is-public-address.ts";
import { PUBLIC_ADDRESS, serveWeb } from "./web-server.ts";

const never = () => {
  throw new Error("Must not be reached");
};
/** One that fails the test as soon as it looks up a name or opens a connection. */
const guard = createFetcher({ resolve: never, connect: never });
const signal = new AbortController().signal;

/** Rows B87 to B93, B98 and B100: refused by the URL alone, and again by the fetch itself. */
const UNSAFE = `
  127.0.0.1 127.1 0x7f.1 2130706433 017700000001 ①②⑦.⓪.⓪.① 127.0.0.1. %31%32%37.0.0.1
  0.0.0.0 0 [::] [::1] [0:0:0:0:0:0:0:1]
  [::ffff:127.0.0.1] [::ffff:7f00:1] [::ffff:8.8.8.8] [::127.0.0.1] [::7f00:1]
  [64:ff9b::7f00:1] [64:ff9b:1::1] [2002:7f00:1::] [2001::1] [2001:db8::1] [3fff::1]
  [fe80::1] [fd00::1] [fc00::1] [fec0::1] [ff02::1] [100::1] [4000::1] [5f00::1]
  10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255 192.168.0.1 100.64.0.1 100.127.255.255
  169.254.169.254 192.0.0.192 192.0.2.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1
  224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 192.88.99.1
  localhost localhost. LOCALHOST foo.localhost foo.localhost. metadata.google.internal
  anything.internal printer.local nas.local. router.lan db intranet a..example
  guide.example:22 guide.example:25 guide.example:6379 guide.example:5432 guide.example:8080
  user@guide.example user:secret@guide.example :secret@guide.example guide.example@127.0.0.1
`
  .trim()
  .split(/\s+/)
  .flatMap((authority) => [`http://${authority}/`, `https://${authority}/path?query`]);

const OTHER_SCHEMES = [
  "file:///etc/passwd",
  "ftp://guide.example/",
  "gopher://guide.example/",
  "data:text/plain,guidance",
  "javascript:alert(1)",
  "blob:http://guide.example/1",
  "ws://guide.example/",
];

test.each([...UNSAFE, ...OTHER_SCHEMES])("%s is refused before anything is looked up", async (url) => {
  expect(() => guard.check(url)).toThrow(expect.objectContaining({ code: "UNSAFE_URL" }));
  await expect(guard.fetch(url, { signal })).rejects.toMatchObject({ code: "UNSAFE_URL" });
});

test.each(["//guide.example/", "guide.example", "", "http://", "http://[fe80::1%25eth0]/", "http://1.2.3.4.5.999/"])(
  "%j is no URL at all",
  (url) => {
    expect(URL.canParse(url)).toBe(false);
  },
);

test.each([
  ["http://guide.example", "http://guide.example/"],
  ["https://guide.example:443/a#part", "https://guide.example/a"],
  ["http://guide.example:443/", "http://guide.example:443/"],
  ["HTTP://GUIDE.example/%41?b=c", "http://guide.example/%41?b=c"],
  ["http://bücher.example/", "http://xn--bcher-kva.example/"],
  ["http://8.8.8.8/", "http://8.8.8.8/"],
  ["http://[2606:4700:4700::1111]/", "http://[2606:4700:4700::1111]/"],
])("%s is let in as %s", (url, normalised) => {
  expect(guard.check(url)).toBe(normalised);
});

test("a refusal never repeats the credentials of a URL", () => {
  expect(() => guard.check("http://user:secret@guide.example/")).toThrow(
    expect.not.objectContaining({ message: expect.stringContaining("secret") }),
  );
});

test("an address with a zone, or none at all, is not public", () => {
  for (const address of ["fe80::1%eth0", "2606:4700::1%1", "", "guide.example", "1.2.3", "::ffff:8.8.8.8"])
    expect(isPublicAddress(address)).toBe(false);
});

/** Row B94: what the name service says is judged whole. */
test.each([
  ["a name of a loopback address", ["127.0.0.1"]],
  ["a public and a private address", [PUBLIC_ADDRESS, "10.0.0.1"]],
  ["a public address and a private IPv6 one", [PUBLIC_ADDRESS, "fd00::1"]],
  ["a private IPv6 address only", ["fd00::1"]],
  ["a mapped address", ["::ffff:127.0.0.1"]],
  ["a NAT64 address", ["64:ff9b::7f00:1"]],
  ["something that is no address", ["guide.example"]],
])("%s is refused without a connection", async (_, addresses) => {
  const fetcher = createFetcher({ resolve: async () => addresses, connect: never });
  await expect(fetcher.fetch("http://127.0.0.1.nip.example/", { signal })).rejects.toMatchObject({
    code: "UNSAFE_URL",
  });
});

/** Row B96. */
test("a name that cannot be resolved, has no address or takes too long fails closed", async () => {
  const failing = createFetcher({ resolve: () => Promise.reject(new Error("SERVFAIL")), connect: never });
  await expect(failing.fetch("http://guide.example/", { signal })).rejects.toMatchObject({ code: "FETCH_FAILED" });
  const empty = createFetcher({ resolve: async () => [], connect: never });
  await expect(empty.fetch("http://guide.example/", { signal })).rejects.toMatchObject({ code: "FETCH_FAILED" });
  const silent = createFetcher({ resolve: () => new Promise(() => {}), connect: never, totalMs: 50 });
  await expect(silent.fetch("http://guide.example/", { signal })).rejects.toMatchObject({ code: "FETCH_TIMEOUT" });
});

/** Row B95. */
test("a name is looked up once and the connection goes to the address that was vetted", async () => {
  const web = await serveWeb((_, response) => response.end("guidance"));
  let asked = 0;
  const fetcher = web.fetcher({ resolve: async () => (asked++ === 0 ? [PUBLIC_ADDRESS] : ["127.0.0.1"]) });
  await fetcher.fetch("http://guide.example/", { signal });
  expect({ asked, dialled: web.dialled, hosts: web.hosts }).toEqual({
    asked: 1,
    dialled: [`${PUBLIC_ADDRESS}:80`],
    hosts: ["guide.example"],
  });
  await expect(fetcher.fetch("http://guide.example/", { signal })).rejects.toMatchObject({ code: "UNSAFE_URL" });
  await web.close();
});

/** Row B103. */
test("a proxy of the environment is not used", async () => {
  const proxied: string[] = [];
  const proxy = createServer((socket) => {
    proxied.push("connection");
    socket.destroy();
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const web = await serveWeb((_, response) => response.end("guidance"));
  const names = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "NODE_USE_ENV_PROXY"];
  const before = names.map((name) => process.env[name]);
  for (const name of names) process.env[name] = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  process.env.NODE_USE_ENV_PROXY = "1";
  try {
    await web.fetcher().fetch("http://guide.example/", { signal });
    expect(web.dialled).toEqual([`${PUBLIC_ADDRESS}:80`]);
    expect(proxied).toEqual([]);
  } finally {
    for (const [at, name] of names.entries()) {
      if (before[at] === undefined) delete process.env[name];
      else process.env[name] = before[at];
    }
    await web.close();
    proxy.close();
  }
});
