import { asQuery, type Http, type RequestOptions } from "./http.ts";

/** One page of a list. `nextCursor` is null on the last one. */
export interface Page<T> {
  readonly items: T[];
  /** Ids of what is stored otherwise than it was recorded, in the place of which nothing is served. */
  readonly damaged?: readonly string[];
  readonly nextCursor: string | null;
  /** Of a list that was asked to count: how many there are on all pages. */
  readonly total?: number | undefined;
}

/** What is in a reply; `error` is what a loop throws there. */
export interface Listed<T> extends Pick<Page<T>, "items" | "damaged"> {
  readonly error?: Error | undefined;
}

export interface PageOptions {
  /** 1 to 200 for each page. Omitted, 200 for a loop and 50 for a single `page()`. */
  readonly limit?: number | undefined;
  /** Where to begin: the `nextCursor` of an earlier page. */
  readonly cursor?: string | undefined;
}

/** What every list takes, next to its filters. */
export interface ListOptions extends RequestOptions, PageOptions {}

/**
 * A list that pages by itself: `for await (const run of assay.runs.list())`. Nothing is asked before the loop begins, and
 * leaving the loop ends it. It throws IntegrityError at a page of which something is damaged; `pages()` goes on.
 *
 * @example Resume where an earlier program stopped
 * for await (const { items, nextCursor } of assay.documents.list().from(saved).pages()) await keep(items, nextCursor);
 */
export class List<T> implements AsyncIterable<T> {
  readonly #load: (options: PageOptions) => Promise<Page<T>>;
  readonly #start: PageOptions;

  constructor(load: (options: PageOptions) => Promise<Page<T>>, start: PageOptions = {}) {
    this.#load = load;
    this.#start = start;
  }

  /** The same list from a cursor on; from its begin without one. */
  from(cursor: string | null | undefined): List<T> {
    return new List(this.#load, { ...this.#start, cursor: cursor ?? undefined });
  }

  /** A single page. */
  page(options: PageOptions = {}): Promise<Page<T>> {
    return this.#load({ ...this.#start, ...options });
  }

  /** Page by page; keep `nextCursor` to continue later with `from`. */
  async *pages(): AsyncGenerator<Page<T>, void> {
    let next: string | null | undefined = this.#start.cursor;
    do {
      const page: Page<T> = await this.page({ limit: this.#start.limit ?? 200, cursor: next });
      yield page;
      next = page.nextCursor;
    } while (next !== null);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void> {
    for await (const { items, error } of this.pages() as AsyncIterable<Listed<T>>) {
      if (error) throw error;
      yield* items;
    }
  }

  /** All of it in memory. Throws IntegrityError where something is damaged. */
  async toArray(): Promise<T[]> {
    const items: T[] = [];
    for await (const item of this) items.push(item);
    return items;
  }
}

/** Returns the list behind a path, whose replies hold their items in a field of this name. */
export function listOf<T>(
  http: Http,
  path: string,
  { limit, cursor, ...filters }: ListOptions,
  field: string,
  split: (listed: unknown[]) => Listed<NoInfer<T>> = (listed) => ({ items: listed as T[] }),
): List<T> {
  return new List(
    async (page) => {
      const reply = await http.json<Record<string, unknown>>("GET", path, asQuery({ ...filters, ...page }));
      const { nextCursor, total } = reply as unknown as Page<T>;
      return { ...split(reply[field] as unknown[]), nextCursor, total };
    },
    { limit, cursor },
  );
}
