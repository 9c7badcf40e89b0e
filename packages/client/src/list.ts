/** One page of a list. `nextCursor` is null on the last one. */
export interface Page<T> {
  readonly items: T[];
  readonly nextCursor: string | null;
}

export interface PageOptions {
  /** 1 to 200; 50 where it is left out. */
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/**
 * A list that pages by itself: `for await (const run of assay.runs.list())`. `page()` gets a single page, and
 * `toArray()` all of it.
 */
export class List<T> implements AsyncIterable<T> {
  readonly #load: (options: PageOptions) => Promise<Page<T>>;

  constructor(load: (options: PageOptions) => Promise<Page<T>>) {
    this.#load = load;
  }

  page(options: PageOptions = {}): Promise<Page<T>> {
    return this.#load(options);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    let cursor: string | undefined;
    do {
      const page: Page<T> = await this.#load({ limit: 200, cursor });
      yield* page.items;
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
  }

  async toArray(): Promise<T[]> {
    const items: T[] = [];
    for await (const item of this) items.push(item);
    return items;
  }
}
