import { expect, test } from "vitest";
import { oneRow, RowCountError } from "../src/rows.ts";

test("one row is given as it is", () => {
  expect(oneRow([{ id: 1 }])).toEqual({ id: 1 });
});

test.each([0, 2])("%i rows in the place of one are an error with a name, not undefined", (count) => {
  const read = () => oneRow(Array.from({ length: count }, (_, id) => ({ id })));
  expect(read).toThrow(RowCountError);
  expect(read).toThrow(`it gave ${count} rows`);
});
