import { expect, test } from "vitest";
import { createClientAddress } from "../../src/client-address.ts";
import { readConfig } from "../../src/config.ts";
import { checkProxy } from "../../src/doctor/check-proxy.ts";

const PROXIES = ["10.0.0.0/8", "127.0.0.1", "2001:db8:1::/48"];
const addressOf = createClientAddress(PROXIES);

test.each([
  ["without a proxy, what a client writes is not read", "192.0.2.7", "203.0.113.9", "192.0.2.7"],
  ["behind one, what it saw", "10.1.2.3", "203.0.113.9", "203.0.113.9"],
  ["behind two, what the outer one saw", "127.0.0.1", "203.0.113.9, 10.4.4.4", "203.0.113.9"],
  [
    "and not what the client wrote before it",
    "10.1.2.3",
    "198.51.100.1, 10.9.9.9, 203.0.113.9, 10.4.4.4",
    "203.0.113.9",
  ],
  ["what is no address ends the chain", "10.1.2.3", "203.0.113.9, unknown, 10.4.4.4", "10.4.4.4"],
  ["a proxy that says nothing stands for itself", "10.1.2.3", undefined, "10.1.2.3"],
  ["an empty header too", "10.1.2.3", "", "10.1.2.3"],
  ["a chain of proxies alone ends at the first", "10.1.2.3", "10.8.8.8", "10.8.8.8"],
  ["IPv4 in IPv6 is the same proxy", "::ffff:10.1.2.3", "203.0.113.9", "203.0.113.9"],
  ["a port and brackets are no part of it", "10.1.2.3", "[2001:db8:9::1]:4711", "2001:db8:9::1"],
  ["nor is the port of an IPv4 address", "10.1.2.3", "203.0.113.9:4711", "203.0.113.9"],
  ["an IPv6 proxy", "2001:db8:1::5", "203.0.113.9", "203.0.113.9"],
  ["no connection is known", undefined, "203.0.113.9", ""],
] as const)("%s", (_, remote, forwardedFor, expected) => {
  expect(addressOf({ remote, forwardedFor })).toBe(expected);
});

test("of 10,000 hops the nearest few are read", () => {
  const forwardedFor = Array.from({ length: 10_000 }, () => "10.4.4.4").join(", ");
  expect(addressOf({ remote: "10.1.2.3", forwardedFor })).toBe("10.4.4.4");
});

test("with no setting nothing is trusted, and what is no network does not start", () => {
  const untrusting = createClientAddress(readConfig({}).TRUSTED_PROXIES);
  expect(untrusting({ remote: "127.0.0.1", forwardedFor: "203.0.113.9" })).toBe("127.0.0.1");
  expect(readConfig({ TRUSTED_PROXIES: "10.0.0.0/8, ::1" }).TRUSTED_PROXIES).toEqual(["10.0.0.0/8", "::1"]);
  for (const TRUSTED_PROXIES of [
    "*",
    "10.0.0.0/33",
    "10.0.0",
    "::1/129",
    "10.0.0.1/8/8",
    "proxy.example.com",
    "1.1.1.1/x",
  ])
    expect(() => readConfig({ TRUSTED_PROXIES }), TRUSTED_PROXIES).toThrow(
      "TRUSTED_PROXIES must be addresses or networks",
    );
});

test("doctor warns of a likely proxy that is not trusted", () => {
  const onPlatform = { KUBERNETES_SERVICE_HOST: "10.0.0.1" };
  expect(checkProxy(readConfig({}), onPlatform)[0]).toMatchObject({ ok: true, warns: true });
  expect(checkProxy(readConfig({}), { NODE_ENV: "production" })[0]!.text).toContain("TRUSTED_PROXIES");
  expect(checkProxy(readConfig({ TRUSTED_PROXIES: "10.0.0.0/8" }), onPlatform)).toEqual([]);
  expect(checkProxy(readConfig({ HOST: "0.0.0.0" }), { NODE_ENV: "production" })).toEqual([]);
  expect(checkProxy(readConfig({}), {})).toEqual([]);
});
