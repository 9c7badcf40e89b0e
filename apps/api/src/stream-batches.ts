export interface Form<T> {
  readonly begin: string;
  batch(items: readonly T[], at: number): string;
  readonly end?: string;
}

/** Reads a batch no sooner than the reader takes it, and none once it has gone. An error of the first batch is thrown. */
export async function streamBatches<T>(
  batches: AsyncGenerator<T[]>,
  { begin, batch, end = "" }: Form<T>,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  let next: IteratorResult<T[]> | undefined = await batches.next();
  let at = 0;
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(begin)),
    async pull(controller) {
      const { done, value } = next ?? (await batches.next());
      next = undefined;
      if (!done) return controller.enqueue(encoder.encode(batch(value, at++)));
      if (end !== "") controller.enqueue(encoder.encode(end));
      controller.close();
    },
    async cancel() {
      await batches.return(undefined);
    },
  });
}
