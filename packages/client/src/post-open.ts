import { type AssayOptions, createHttp, type RequestOptions } from "./http.ts";

export type OpenOptions = RequestOptions & Pick<AssayOptions, "fetch">;

/** Sends to a route that needs no token; with one, in its name. */
export function postOpen<T>(
  baseUrl: string,
  path: string,
  json: object,
  options: OpenOptions,
  token?: string,
): Promise<T> {
  const { http, request } = openHttp(baseUrl, options, token);
  return http.json("POST", `/api/${path}`, { ...request, json });
}

/** As `postOpen`, for a route that replies without a body. */
export async function sendOpen(baseUrl: string, path: string, json: object, options: OpenOptions): Promise<void> {
  const { http, request } = openHttp(baseUrl, options);
  await http.send("POST", `/api/${path}`, { ...request, json });
}

function openHttp(baseUrl: string, { fetch, ...request }: OpenOptions, token?: string) {
  const http = createHttp({ baseUrl, token: token ?? "", ...(fetch && { fetch }) });
  return { http, request: token === undefined ? { ...request, headers: { Authorization: undefined } } : request };
}
