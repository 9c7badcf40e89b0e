import module, { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

/** A dictionary of a PDF, as pdf.js holds it. */
export interface PdfDict {
  get(key: string): unknown;
  has(key: string): boolean;
  getArray(key: string): unknown;
}

export interface ColourSpace {
  readonly name: string;
  getRgbHex(numbers: readonly number[], at: number): string;
}

/** What is active while pdf.js reads the text of a page. */
export interface TextState {
  readonly ctm: readonly number[];
  readonly textMatrix: readonly number[];
  readonly fontSize: number;
  readonly font: { readonly isType3Font?: boolean } | null;
}

interface Evaluator {
  readonly xref: unknown;
  readonly _pdfFunctionFactory: unknown;
  readonly globalColorSpaceCache: unknown;
}

interface TextParameters {
  readonly stream: { readonly dict?: PdfDict | null };
  readonly resources?: PdfDict | null;
  readonly stateManager?: { readonly state: TextState } | null;
  /** Set where pdf.js looks for the words under links. */
  readonly intersector?: unknown;
}

/** Called while pdf.js reads a page's text: as it begins and ends the page or a form on it, and for each operator. */
export interface ReadingListener {
  begin(form: { dict: PdfDict | null; state: TextState | null; colours: ColourReader }): void;
  /** Before the next operator is read: what the last one did is done. */
  settle(): void;
  operator(code: number, args: readonly unknown[], state: TextState): void;
  /** `whole` unless an error ended it. */
  end(whole: boolean): void;
}

/** Resources of a page or a form, and the colours that they name. */
export interface ColourReader {
  readonly resources: PdfDict | null;
  readonly device: Readonly<Record<"gray" | "rgb" | "cmyk", ColourSpace>>;
  /** By its name in the resources, or by itself. */
  readSpace(space: unknown): ColourSpace;
}

interface Inside {
  readonly PartialEvaluator: {
    prototype: Evaluator & { getTextContent(this: Evaluator, parameters: TextParameters): Promise<void> };
  };
  readonly EvaluatorPreprocessor: {
    prototype: { read(this: Reading, operation: Operation): boolean };
  };
  readonly ColorSpaceUtils: ColourReader["device"] & { parse(parameters: object): ColourSpace };
  readonly LocalColorSpaceCache: new () => object;
}

interface Reading {
  readonly stateManager: { readonly state: TextState };
}

interface Operation {
  readonly fn: number;
  readonly args: unknown[] | null;
}

const NAMES = ["PartialEvaluator", "EvaluatorPreprocessor", "ColorSpaceUtils", "LocalColorSpaceCache"] as const;
let listener: ReadingListener | null = null;

/**
 * Lets pdf.js tell what it comes across while it reads a page's text; it has no door for that, so its classes are handed
 * out as it is loaded. Returns `false` where the runtime or the version of pdf.js has another shape.
 */
export async function lookInsidePdfJs(): Promise<boolean> {
  const url = pathToFileURL(createRequire(import.meta.url).resolve("pdfjs-dist/legacy/build/pdf.worker.mjs")).href;
  const hooks = module.registerHooks?.({
    load(each, context, next) {
      const loaded = next(each, context);
      if (each !== url) return loaded;
      const source = typeof loaded.source === "string" ? loaded.source : new TextDecoder().decode(loaded.source);
      return { ...loaded, source: `${source}\nexport const inside = { ${NAMES.map(orNothing).join(", ")} };` };
    },
  });
  const { inside } = (await import(url)) as { inside?: Inside };
  hooks?.deregister();
  if (!inside || NAMES.some((name) => !inside[name])) return false;
  listen(inside);
  return true;
}

const orNothing = (name: string) => `${name}: typeof ${name} === "undefined" ? null : ${name}`;

/** Sends what pdf.js comes across during `act` to `to`; one at a time. */
export async function whileListening<T>(to: ReadingListener, act: () => Promise<T>): Promise<T> {
  listener = to;
  try {
    return await act();
  } finally {
    listener = null;
  }
}

function listen(inside: Inside): void {
  const { PartialEvaluator, EvaluatorPreprocessor } = inside;
  const { getTextContent } = PartialEvaluator.prototype;
  const { read } = EvaluatorPreprocessor.prototype;
  let isAtEnd = false;
  PartialEvaluator.prototype.getTextContent = async function (parameters) {
    // Words under links are not asked for, and would take as long as the text of the page.
    if (parameters.intersector) return;
    const to = listener;
    if (!to) return getTextContent.call(this, parameters);
    const colours = createColourReader(inside, this, parameters.resources ?? null);
    to.begin({ dict: parameters.stream.dict ?? null, state: parameters.stateManager?.state ?? null, colours });
    isAtEnd = false;
    try {
      await getTextContent.call(this, parameters);
    } finally {
      to.end(isAtEnd);
      isAtEnd = false;
    }
  };
  EvaluatorPreprocessor.prototype.read = function (operation) {
    if (!listener) return read.call(this, operation);
    listener.settle();
    const isFound = read.call(this, operation);
    isAtEnd = !isFound;
    if (isFound) listener.operator(operation.fn, operation.args ?? [], this.stateManager.state);
    return isFound;
  };
}

function createColourReader(
  { ColorSpaceUtils, LocalColorSpaceCache }: Inside,
  { xref, _pdfFunctionFactory, globalColorSpaceCache }: Evaluator,
  resources: PdfDict | null,
): ColourReader {
  const localColorSpaceCache = new LocalColorSpaceCache();
  const common = { xref, pdfFunctionFactory: _pdfFunctionFactory, globalColorSpaceCache, localColorSpaceCache };
  return { resources, device: ColorSpaceUtils, readSpace: (cs) => ColorSpaceUtils.parse({ ...common, cs, resources }) };
}
