import * as z from "zod";
import { readBaseUrl } from "../model-calls/index.ts";
import { type OpenAiCompatibleOptions, SERVER } from "./post-json.ts";

const Props = z.object({ total_slots: z.int().positive() });
const TIMEOUT_MS = 5000;

/** How many calls a server works on at once, where it says so, as llama.cpp does. */
export async function findSlots({
  baseUrl,
  apiKey,
  fetch = globalThis.fetch,
}: Pick<OpenAiCompatibleOptions, "baseUrl" | "apiKey" | "fetch">): Promise<number | undefined> {
  const headers: HeadersInit = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  const response = await fetch(`${readBaseUrl(baseUrl, SERVER).replace(/\/v1$/, "")}/props`, {
    headers,
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) {
    await response.body?.cancel();
    return undefined;
  }
  return Props.safeParse(await response.json()).data?.total_slots;
}
