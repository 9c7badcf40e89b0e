import { BASE, navigate } from "../router/location.ts";
import { signOut } from "./auth.ts";
import { queryClient } from "./query-client.ts";

/** Signs out from a view that is before the site itself. */
export async function leave(): Promise<void> {
  await signOut();
  queryClient.clear();
  navigate(`${BASE}/sign-in`, { replace: true });
}
