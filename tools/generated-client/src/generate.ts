import { writeFile } from "node:fs/promises";
import openapi, { astToString } from "openapi-typescript";

/** Writes the types of an OpenAPI document as openapi-typescript makes them. */
export async function generate(document: string, file: URL): Promise<void> {
  await writeFile(file, astToString(await openapi(document)));
}
