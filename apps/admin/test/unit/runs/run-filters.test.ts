import { describe, expect, test } from "vitest";
import { isFiltered, readFilters, readSorting } from "../../../src/runs/run-filters.ts";

const NOW = Date.parse("2026-06-15T12:34:56.000Z");
const read = (search: string) => readFilters(new URLSearchParams(search), NOW);

describe("the address of the list of runs", () => {
  test("asks for all runs, the newest first, where it says nothing", () => {
    expect(read("")).toEqual({ sort: "createdAt", order: "desc" });
    expect(isFiltered(new URLSearchParams("sort=cost&cursor=x&tenantId=t"))).toBe(false);
  });

  test("carries every filter and the order", () => {
    expect(read("q=+spring+&status=FAILED,PENDING&snapshot=LEGACY&pack=p&by=api-key:1&sort=cost&order=asc")).toEqual({
      q: "spring",
      status: ["PENDING", "FAILED"],
      snapshotStatus: ["LEGACY"],
      packId: "p",
      startedBy: "api-key:1",
      sort: "cost",
      order: "asc",
    });
  });

  test("is read without what it does not know", () => {
    expect(read("status=DONE&snapshot=&sort=name&order=up&time=1y&q=+")).toEqual({ sort: "createdAt", order: "desc" });
    expect(readSorting(new URLSearchParams("sort=tokens"))).toEqual({ by: "tokens", order: "desc" });
  });

  test("asks for the last while to the hour, so that a moment later it asks the same", () => {
    expect(read("time=7d").from).toBe("2026-06-08T12:00:00.000Z");
    expect(readFilters(new URLSearchParams("time=1d"), NOW + 60_000)).toEqual(read("time=1d"));
  });

  test("asks for whole days of the reader, the last one included, and for no range that ends before it begins", () => {
    const { from, to } = read("time=between&from=2026-06-01&to=2026-06-02");
    expect(Date.parse(to!) - Date.parse(from!)).toBe(2 * 86_400_000);
    expect(new Date(from!).getHours()).toBe(0);
    expect(read("time=between&from=2026-06-02&to=2026-06-01").to).toBeUndefined();
    expect(read("time=between&from=nonsense&to=2026-99-99x")).toEqual({ sort: "createdAt", order: "desc" });
    expect(read("from=2026-06-01").from).toBeUndefined();
  });
});
