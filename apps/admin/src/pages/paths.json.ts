import type { APIRoute } from "astro";
import { PLACES } from "../app/places.ts";

/** For anyone who serves the site: the patterns of its addresses, so that each is answered with a page. */
export const GET: APIRoute = () => Response.json(Object.values(PLACES).map(({ path }) => path));
