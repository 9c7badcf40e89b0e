import * as fc from "fast-check";
import { expect, test } from "vitest";
import { findUrlProblem } from "../../src/fetch/find-url-problem.ts";

/** What is no address of the public internet, by the registries of IANA: written out here, apart from the library. */
const NOT_PUBLIC_4 =
  `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
  192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`
    .split(/\s+/)
    .map((range) => {
      const [address = "", bits] = range.split("/");
      return { first: toNumber(address), size: 2 ** (32 - Number(bits)) };
    });

function toNumber(address: string): number {
  return address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
}

const octets = (address: number) => [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256);

const inside = fc
  .constantFrom(...NOT_PUBLIC_4)
  .chain(({ first, size }) => fc.nat(size - 1).map((offset) => first + offset));
const outside = fc
  .nat(2 ** 32 - 1)
  .filter((address) => !NOT_PUBLIC_4.some(({ first, size }) => address >= first && address < first + size));

type Spell = (address: number) => string;
const number = (value: number, base: number) =>
  base === 16 ? `0x${value.toString(16)}` : base === 8 ? `0${value.toString(8)}` : `${value}`;
const wide = (text: string) =>
  text.replace(/[0-9a-z]/g, (letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0));
const percent = (text: string) => text.replace(/./g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);

/** Every way in which an IPv4 address can be written that a URL parser reads. */
const spelling4: fc.Arbitrary<Spell> = fc
  .record({
    bases: fc.array(fc.constantFrom(10, 10, 16, 8), { minLength: 4, maxLength: 4 }),
    parts: fc.integer({ min: 1, max: 4 }),
    dot: fc.constantFrom(".", ".", "。", "．", "｡", "%2e"),
    end: fc.constantFrom("", "", "."),
    dress: fc.constantFrom(
      (text: string) => text,
      wide,
      percent,
      (text: string) => text.toUpperCase(),
    ),
  })
  .map(
    ({ bases, parts, dot, end, dress }): Spell =>
      (address) => {
        const single = octets(address).slice(0, parts - 1);
        const rest = address % 2 ** (8 * (5 - parts));
        return (
          dress([...single, rest].map((value, at) => number(value, bases[at]!)).join(".")).replaceAll(".", dot) + end
        );
      },
  );

/** An IPv4 address inside one of IPv6, by each way of carrying it there. */
const spelling6: fc.Arbitrary<Spell> = fc
  .record({
    prefix: fc.constantFrom(
      "::ffff:",
      "0:0:0:0:0:ffff:",
      "::",
      "64:ff9b::",
      "::FFFF:",
      "::ffff:0:",
      "0000:0000:0000:0000:0000:ffff:",
      "2002",
      "fe80::",
      "fd00::",
      "2001:0:",
    ),
    dotted: fc.boolean(),
  })
  .map(
    ({ prefix, dotted }): Spell =>
      (address) => {
        const [a, b, c, d] = octets(address) as [number, number, number, number];
        const groups = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
        if (prefix === "2002") return `[2002:${groups}::1]`;
        return `[${prefix}${dotted && prefix.endsWith(":") && prefix !== "2001:0:" ? [a, b, c, d].join(".") : groups}${prefix === "2001:0:" ? "::1" : ""}]`;
      },
  );

const scheme = fc.constantFrom("http", "https", "HTTPS");
const port = fc.constantFrom("", ":80", ":443", ":0443");

/** What the guard says of a URL, or that it is none. */
function problemOf(text: string): string | undefined {
  return URL.canParse(text) ? findUrlProblem(new URL(text)) : "no URL";
}

/** `npm run fuzz -- --parsers` tries many more. */
const RUNS = process.env.ASSAY_FUZZ_MINUTES ? 100_000 : 1000;

test("no spelling of an address that is not public passes", () => {
  fc.assert(
    fc.property(inside, fc.oneof(spelling4, spelling6), scheme, port, (address, spell, protocol, at) => {
      const text = `${protocol}://${spell(address)}${at}/`;
      expect(problemOf(text), `${text} is ${octets(address).join(".")}`).toBeDefined();
    }),
    { numRuns: RUNS },
  );
});

test("no address of IPv6 that is not public passes, and none that carries another address", () => {
  const group = fc.nat(0xffff).map((value) => value.toString(16));
  const first = fc
    .nat(0xffff)
    .filter((value) => value < 0x2000 || value > 0x3fff)
    .map((value) => value.toString(16));
  fc.assert(
    fc.property(fc.tuple(first, fc.array(group, { minLength: 7, maxLength: 7 })), ([head, rest]) => {
      expect(problemOf(`https://[${[head, ...rest].join(":")}]/`)).toBeDefined();
    }),
    { numRuns: RUNS },
  );
});

test("a public address passes in each spelling of IPv4, so that the guard distinguishes them", () => {
  fc.assert(
    fc.property(outside, spelling4, (address, spell) => {
      const text = `https://${spell(address)}/`;
      if (URL.canParse(text) && /^[\d.]+$/.test(new URL(text).hostname))
        expect(problemOf(text), `${text} is ${octets(address).join(".")}`).toBeUndefined();
    }),
    { numRuns: RUNS },
  );
});

test("anything at all is judged without an error of the guard's own", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.webUrl({ size: "small" }),
        fc.string({ unit: "binary" }).map((host) => `http://${host}/`),
      ),
      (text) => {
        expect(["string", "undefined"]).toContain(typeof problemOf(text));
      },
    ),
    { numRuns: RUNS },
  );
});
