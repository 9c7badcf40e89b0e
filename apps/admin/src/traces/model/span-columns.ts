import type { TraceSpan } from "@assay/client/admin";
import { Growing } from "./growing.ts";

const SPANS_AT_FIRST = 4096;
export const NO_TEXT = 0xffff_ffff;

/** Spans as they arrive, in columns: objects of 100,000 spans would take ten times the memory. */
export class SpanColumns {
  readonly texts: string[] = [];
  readonly #textIds = new Map<string, number>();
  readonly rowOf = new Map<string, number>();
  readonly parentId: (string | null)[] = [];
  readonly idHigh = uint32();
  readonly idLow = uint32();
  readonly name = uint32();
  /** Milliseconds since 1970. */
  readonly start = float64();
  readonly end = float64();
  readonly error = new Growing(new Uint8Array(SPANS_AT_FIRST));
  readonly client = new Growing(new Uint8Array(SPANS_AT_FIRST));
  /** The text of the one requirement that the span is about, or NO_TEXT. */
  readonly code = uint32();
  readonly attributeFrom = uint32();
  readonly attributeKey = uint32();
  readonly attributeText = uint32();
  readonly attributeNumber = float64();

  get count(): number {
    return this.name.length;
  }

  intern(text: string): number {
    const known = this.#textIds.get(text);
    if (known !== undefined) return known;
    const id = this.texts.push(text) - 1;
    this.#textIds.set(text, id);
    return id;
  }

  add(spans: readonly TraceSpan[]): void {
    for (const span of spans) this.#addOne(span);
  }

  #addOne({ spanId, parentSpanId, name, kind, status, startedAt, endedAt, attributes }: TraceSpan): void {
    if (this.rowOf.has(spanId)) return;
    this.rowOf.set(spanId, this.count);
    this.parentId.push(parentSpanId);
    this.idHigh.push(Number.parseInt(spanId.slice(0, 8), 16));
    this.idLow.push(Number.parseInt(spanId.slice(8), 16));
    this.name.push(this.intern(name));
    this.start.push(Date.parse(startedAt));
    this.end.push(Math.max(Date.parse(startedAt), Date.parse(endedAt)));
    this.error.push(status === "ERROR" ? 1 : 0);
    this.client.push(kind === "CLIENT" ? 1 : 0);
    this.attributeFrom.push(this.attributeKey.length);
    let code = NO_TEXT;
    for (const key in attributes) {
      const value = attributes[key]!;
      if (Array.isArray(value)) {
        for (const item of value) this.#addPair(key, item);
        if (key === "requirement.codes" && value.length === 1) code = this.intern(value[0]!);
      } else this.#addPair(key, value);
    }
    this.code.push(code);
  }

  #addPair(key: string, value: string | number | boolean): void {
    this.attributeKey.push(this.intern(key));
    const isNumber = typeof value === "number";
    this.attributeText.push(isNumber ? NO_TEXT : this.intern(String(value)));
    this.attributeNumber.push(isNumber ? value : Number.NaN);
  }
}

const uint32 = () => new Growing(new Uint32Array(SPANS_AT_FIRST));
const float64 = () => new Growing(new Float64Array(SPANS_AT_FIRST));

/** Where the attributes of a span stand. */
export function pairsOf(spans: SpanColumns, row: number): [from: number, to: number] {
  const from = spans.attributeFrom.take();
  return [from[row]!, row + 1 < spans.count ? from[row + 1]! : spans.attributeKey.length];
}
