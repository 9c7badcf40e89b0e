type Numbers = Uint8Array | Uint32Array | Float64Array;

/** A typed array that takes values at its end. */
export class Growing<A extends Numbers> {
  #values: A;
  length = 0;

  constructor(values: A) {
    this.#values = values;
  }

  push(value: number): void {
    if (this.length === this.#values.length) {
      const Kind = this.#values.constructor as new (length: number) => A;
      const larger = new Kind(this.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length++] = value;
  }

  /** What was pushed, without a copy. */
  take(): A {
    return this.#values.subarray(0, this.length) as A;
  }
}
