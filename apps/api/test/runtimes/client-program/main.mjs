import process from "node:process";
import { fileFromPath } from "@assay/client/node";
import { tryClient } from "./try-client.mjs";

const [baseUrl, token, path] = process.argv.slice(2);
console.log(JSON.stringify(await tryClient({ baseUrl, token }, await fileFromPath(path))));
