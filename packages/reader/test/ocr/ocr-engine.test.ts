import { spawn } from "node:child_process";
import type { FileType, Picture } from "@assay/contract";
import { createCanvas, PICTURE_FONT } from "@assay/testing/canvas";
import { zipSync } from "fflate";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import type { SourceFile } from "../../src/extraction.ts";
import { createOcrEngine } from "../../src/ocr/index.ts";
import type { RecognisedPicture } from "../../src/ocr/recognition.ts";
import { runPicture } from "../../src/ocr/run-picture.ts";
import { withDefaults } from "../../src/ocr/settings.ts";
import type { OcrChild } from "../../src/ocr/start-ocr-child.ts";
import { sourceFile } from "../extract-all.ts";
import { makePdf, pictureAt, textAt } from "../make-pdf.ts";
import { makeTiff } from "../make-tiff.ts";

// The words of an image take seconds where the machine is busy.
vi.setConfig({ testTimeout: 180_000 });

const ocrEngine = createOcrEngine();
afterAll(() => ocrEngine.close());

const LINES = ["Password policy: minimum length 14", "Reviewed on 2026-05-01 by A. Weber"];
const FIRST: Picture = { kind: "FILE", frame: 0 };

interface Look {
  readonly page?: string;
  readonly ink?: string;
  readonly size?: number;
  readonly degrees?: number;
  readonly lines?: readonly string[];
}

function draw({ page = "#fff", ink = "#222", size = 28, degrees = 0, lines = LINES }: Look = {}) {
  const across = degrees % 180 === 90;
  const [width, height] = [size * 26, size * 10];
  const canvas = createCanvas(across ? height : width, across ? width : height);
  const context = canvas.getContext("2d");
  context.fillStyle = page;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((degrees * Math.PI) / 180);
  context.translate(-width / 2, -height / 2);
  context.fillStyle = ink;
  context.font = `${size}px "${PICTURE_FONT}"`;
  for (const [at, line] of lines.entries()) context.fillText(line, size * 2, size * (3 + 2 * at));
  return canvas;
}

async function readAll(
  file: SourceFile,
  pictures: readonly Picture[] = [FIRST],
  using = ocrEngine,
  languages?: readonly string[],
): Promise<RecognisedPicture[]> {
  const read: RecognisedPicture[] = [];
  await using.recognise(
    file,
    pictures.map((at, pageIndex) => ({ pageIndex, pageNumber: at.kind === "PAGE" ? pageIndex + 1 : null, at })),
    {
      signal: new AbortController().signal,
      ...(languages && { languages }),
      onPicture: async (picture) => void read.push(picture),
    },
  );
  return read;
}

const png = () => sourceFile("png", draw().toBuffer("image/png"));

function lazy<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const LONG = [...LINES, "Access is removed within 24 hours", "of the end of an employment"];
const LOOKS = {
  plain: {},
  "light on dark": { page: "#14171a", ink: "#dfe3e6" },
  small: { size: 12 },
  faint: { ink: "#a8a8a8" },
  "lying at 90": { degrees: 90, lines: LONG },
  "lying at 180": { degrees: 180, lines: LONG },
  "lying at 270": { degrees: 270, lines: LONG },
  askew: { degrees: 4 },
} satisfies Record<string, Look>;
type LookName = keyof typeof LOOKS;

/** All of them are read by one process. */
const looks = lazy(async () => {
  const names = Object.keys(LOOKS) as LookName[];
  const parts = names.map((name) => [name, draw(LOOKS[name]).toBuffer("image/png")] as const);
  const read = await readAll(
    sourceFile("docx", zipSync(Object.fromEntries(parts))),
    names.map((part) => ({ kind: "PART", part })),
  );
  return new Map(names.map((name, at) => [name, read[at]!]));
});
const look = async (name: LookName) => (await looks()).get(name)!;

test.each(["plain", "light on dark", "small", "faint"] as const)(
  "words that are %s are read in order, each with its place in the text",
  async (name) => {
    const { words, text, ...picture } = await look(name);
    expect(picture).toMatchObject({ state: "OCR", reason: null });
    expect(text).toBe(LINES.join("\n"));
    expect(words.map(({ start, end }) => text.slice(start, end))).toEqual(LINES.join(" ").split(" "));
    expect(picture.certainty).toBeGreaterThan(0.8);
  },
);

test("a word's box is where the word is, in pixels of the image", async () => {
  const { words, picture } = await look("plain");
  const { box } = words[5]!;
  expect(picture).toEqual({ kind: "PART", part: "plain", width: 728, height: 280 });
  expect(box.x0).toBeGreaterThan(50);
  expect(box.x0).toBeLessThan(62);
  expect(box.y0).toBeGreaterThan(105);
  expect(box.y1).toBeGreaterThan(140);
  expect(box.y1).toBeLessThan(152);
});

test.each([90, 180, 270] as const)("an image that lies at %d° is turned upright, and says so", async (degrees) => {
  const { text, picture } = await look(`lying at ${degrees}`);
  expect(text).toBe(LONG.join("\n"));
  expect(picture).toMatchObject({ turned: String(360 - degrees), width: 728, height: 280 });
});

test("an image that lies askew is straightened, and says by how much", async () => {
  const { text, picture } = await look("askew");
  expect(text).toBe(LINES.join("\n"));
  expect(picture.skew).toBeCloseTo(-4, 0);
});

test.each<[FileType, readonly string[]]>([
  ["jpg", ["OCR"]],
  ["webp", ["OCR"]],
  ["tiff", ["EMPTY", "OCR"]],
])("each frame of a %s is read", async (type, states) => {
  const canvas = draw();
  const pages = await readAll(
    sourceFile(type, encode(canvas, type)),
    states.map((_, frame) => ({ kind: "FILE", frame })),
  );
  expect(pages.map(({ state }) => state)).toEqual(states);
  expect(pages.at(-1)!.text).toBe(LINES.join("\n"));
});

function encode(canvas: ReturnType<typeof draw>, type: FileType): Uint8Array {
  if (type === "jpg") return canvas.toBuffer("image/jpeg");
  if (type === "webp") return canvas.toBuffer("image/webp");
  const { width, height } = canvas;
  const grey = new Uint8Array(
    canvas
      .getContext("2d")
      .getImageData(0, 0, width, height)
      .data.filter((_, at) => at % 4 === 0),
  );
  return makeTiff([
    { width, height, grey: new Uint8Array(grey.length).fill(255) },
    { width, height, grey },
  ]);
}

test("a page of a PDF is drawn and read", async () => {
  const pdf = makePdf([{ content: textAt(50, 700, "Certificate of destruction") }]);
  expect(await readAll(sourceFile("pdf", pdf), [{ kind: "PAGE" }])).toMatchObject([
    { state: "OCR", text: "Certificate of destruction" },
  ]);
});

test("a page whose image has more pixels than are read is UNREADABLE, and an empty one EMPTY", async () => {
  const scan = { width: 1000, height: 1000, lightAt: () => 30 };
  const content = pictureAt("I0", 0, 0, 600, 800);
  const small = Buffer.from(makePdf([{ content, pictures: [scan] }, { content: "" }])).toString("latin1");
  const large = small.replace("/Width 1000 /Height 1000", "/Width 9000 /Height 9000");
  const file = sourceFile("pdf", new Uint8Array(Buffer.from(large, "latin1")));
  expect(await readAll(file, [{ kind: "PAGE" }, { kind: "PAGE" }])).toMatchObject([
    {
      state: "UNREADABLE",
      reason: "The picture cannot be read because it is damaged or has more than 50 million pixels",
    },
    { state: "EMPTY", reason: null },
  ]);
});

test("an image that is damaged or missing is UNREADABLE with a reason, and costs no other one", async () => {
  const good = draw().toBuffer("image/png");
  const photo = draw().toBuffer("image/jpeg");
  const cut = { "cut.png": good.subarray(0, -40), "cut.jpg": photo.subarray(0, -40) };
  const torn = good.map((byte, at) => (at > 30 && at < good.length - 40 ? 0 : byte));
  const parts = zipSync({ "a.png": torn, "b.emf": new Uint8Array(40), "c.png": good, ...cut });
  const pages = await readAll(
    sourceFile("docx", parts),
    ["a.png", "b.emf", "none.png", "cut.png", "cut.jpg", "c.png"].map((part) => ({ kind: "PART" as const, part })),
  );
  expect(pages.map(({ state }) => state)).toEqual([...Array.from(pages.slice(1), () => "UNREADABLE"), "OCR"]);
  expect(pages.map(({ reason }) => reason)).toEqual([
    expect.stringContaining("damaged"),
    expect.stringContaining("format"),
    expect.stringContaining("'none.png'"),
    expect.stringContaining("cut off"),
    expect.stringContaining("cut off"),
    null,
  ]);
});

test("an image that passes a limit is UNREADABLE, and the next one continues in a fresh process", async () => {
  const hurried = createOcrEngine({ pictureTimeoutMs: 1 });
  const small = createOcrEngine({ memoryMaxMb: 20 });
  for (const [limited, reason] of [
    [hurried, /took too long.*0\.001 s/],
    [small, /too much memory.*20 MB/],
  ] as const) {
    const pages = await readAll(png(), [FIRST, FIRST], limited);
    expect(pages).toMatchObject([
      { state: "UNREADABLE", reason: expect.stringMatching(reason), text: "", words: [] },
      { state: "UNREADABLE", reason: expect.stringMatching(reason) },
    ]);
  }
});

test("a reader that ends before it has begun is an outage, and no fault of the image", async () => {
  const child: OcrChild = {
    ...{ pid: 0, errorOutput: () => "", ended: Promise.resolve(), send: () => undefined, onMessage: () => undefined },
    kill: async () => {},
  };
  const job = { path: "none", fileType: "png", pageNumber: null, at: FIRST, languages: ["eng"] } as const;
  const reading = runPicture(child, job, { signal: new AbortController().signal, settings: withDefaults({}) });
  await expect(reading).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE", part: "recogniser" });
});

test("a reader that waits for what never comes is ended after the limit, though it computes nothing", async () => {
  const stopped = spawn("sleep", ["600"]);
  const ended = new Promise<void>((resolve) => void stopped.once("close", () => resolve()));
  const child: OcrChild = {
    ...{ pid: stopped.pid!, errorOutput: () => "", ended, send: () => undefined },
    onMessage: (listener) => listener?.({ type: "begun" }),
    async kill() {
      stopped.kill("SIGKILL");
      await ended;
    },
  };
  const job = { path: "none", fileType: "png", pageNumber: null, at: FIRST, languages: ["eng"] } as const;
  const settings = withDefaults({ pictureTimeoutMs: 100 });
  expect(await runPicture(child, job, { signal: new AbortController().signal, settings })).toMatchObject({
    type: "failed",
    reason: "The picture took too long to read: at most 0.1 s are allowed",
  });
});

test("an aborted signal ends the work and throws its reason", async () => {
  const abort = new AbortController();
  const reason = new Error("Stopped by the test");
  const work = ocrEngine.recognise(png(), [{ pageIndex: 0, pageNumber: null, at: FIRST }], {
    signal: abort.signal,
    onPicture: async () => undefined,
  });
  setTimeout(() => abort.abort(reason), 50);
  await expect(work).rejects.toBe(reason);
});

const GERMAN = [
  "Für die Prüfung gelten höchste Maßstäbe",
  "Änderungen genehmigt die Geschäftsführung",
  "Zugriffsrechte werden regelmäßig geprüft",
];

test("an image is read in the language of its words, whatever the image before it was in", async () => {
  const parts = { german: GERMAN, english: LONG };
  const drawn = Object.entries(parts).map(([name, lines]) => [name, draw({ lines }).toBuffer("image/png")] as const);
  const file = sourceFile("docx", zipSync(Object.fromEntries(drawn)));
  const [german, english] = await readAll(
    file,
    ["german", "english"].map((part) => ({ kind: "PART", part })),
  );
  expect(german!.text).toBe(GERMAN.join("\n"));
  expect(english!.text).toBe(LONG.join("\n"));
});

test("a language that is not looked for is not read", async () => {
  const english = createOcrEngine({ languages: ["eng"] });
  onTestFinished(() => english.close());
  const file = sourceFile("png", draw({ lines: GERMAN }).toBuffer("image/png"));
  const [read] = await readAll(file, [FIRST], english);
  expect(read!.text).not.toContain("Änderungen");
  const [asked] = await readAll(file, [FIRST], ocrEngine, ["eng", "xyz"]);
  expect(asked!.text).toBe(read!.text);
  const [unknown] = await readAll(file, [FIRST], ocrEngine, ["xyz"]);
  expect(unknown!.text).toBe(GERMAN.join("\n"));
});

test("a language whose data is not installed is refused at once, with the package to add", () => {
  expect(() => createOcrEngine({ languages: ["eng", "xyz"] })).toThrow("@tesseract.js-data/xyz");
});

test("a process that cannot be started is no fault of the image", async () => {
  const { execPath } = process;
  onTestFinished(() => {
    process.execPath = execPath;
  });
  process.execPath = "/nowhere/node";
  await expect(readAll(png())).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE", part: "recogniser" });
});

test("strokes in which hardly a word is sure are UNREADABLE, not words", async () => {
  const canvas = createCanvas(700, 420);
  const context = canvas.getContext("2d");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, 700, 420);
  context.lineWidth = 3;
  let state = 42;
  const next = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return (state / 2_147_483_648) * below;
  };
  for (let stroke = 0; stroke < 220; stroke += 1) {
    const [x, y] = [20 + next(660), 20 + next(380)];
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + next(30) - 15, y + next(30) - 15);
    context.stroke();
  }
  const [read] = await readAll(sourceFile("png", canvas.toBuffer("image/png")));
  expect(read).toMatchObject({
    state: "UNREADABLE",
    reason: "OCR found letters on the picture, but hardly a word that it is sure of",
    text: "",
    words: [],
  });
});
