import { serveDeno } from "./serve-deno.ts";

/** The service on Deno Deploy, as one file: what reads files and web pages goes to EXTRACTION_URL. */
export default await serveDeno(async () => ({}));
