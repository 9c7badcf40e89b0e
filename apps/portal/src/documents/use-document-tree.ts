import {
  keepPreviousData,
  type UseQueryResult,
  useInfiniteQuery,
  useQueries,
  useQueryClient,
} from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { describeSuccessors } from "./describe-successors.ts";
import { flattenTree, type TreeRow } from "./flatten-tree.ts";
import { nameDocuments } from "./name-documents.ts";
import { useOwnerNames } from "./owner-names.ts";
import { documentListQuery, type ListFilters, membersQuery } from "./queries.ts";
import { useWatch } from "./use-watch.ts";

/** The list as a tree of archives; a search answers a flat list, members of archives included. */
export function useDocumentTree(filters: ListFilters) {
  const queries = useQueryClient();
  const searching = Object.values(filters).some((value) => value !== undefined);
  const query = documentListQuery(searching ? filters : { parentDocumentId: "none" });
  const list = useInfiniteQuery({ ...query, placeholderData: keepPreviousData });
  useWatch(query.queryKey, list.isPlaceholderData ? undefined : list.data?.pages);
  const [open, setOpen] = useState<readonly string[]>([]);
  const known = useQueries({ queries: open.map((id) => membersQuery(id)), combine: listData });

  const rows = useMemo<TreeRow[]>(() => {
    const documents = list.data?.pages.flatMap(({ items }) => items) ?? [];
    return flattenTree(documents, {
      isOpen: (id) => !searching && open.includes(id),
      membersOf: (id) => known[open.indexOf(id)],
    });
  }, [list.data, open, searching, known]);

  const documents = useMemo(() => rows.flatMap((row) => (row.kind === "document" ? row.document : [])), [rows]);
  const names = useMemo(() => nameDocuments(documents), [documents]);
  const successors = useMemo(() => describeSuccessors(documents), [documents]);

  const owners = useOwnerNames(documents.some(({ ownerId }) => ownerId !== null));

  return {
    list,
    fetchNextPage: async () => (await import("./list-reads.ts")).whenIdle(queries, query.queryKey, list.fetchNextPage),
    rows,
    documents,
    owners,
    /** By the id of each document that is listed. */
    names,
    /** By the id of each document of which a new version is being read. */
    successors,
    searching,
    isOpen: (id: string) => !searching && open.includes(id),
    toggle: (id: string) =>
      setOpen((before) => (before.includes(id) ? before.filter((other) => other !== id) : [...before, id])),
  };
}

/** The same array until a part of it changes. */
const listData = <T>(results: readonly UseQueryResult<T>[]) => results.map(({ data }) => data);
