import { BASE, navigate } from "../router/location.ts";
import { signOut } from "./auth.ts";
import { queryClient } from "./query-client.ts";

/** Signs out, and goes where one signs in. Nothing that was read stays. */
export async function leave(): Promise<void> {
  await signOut();
  queryClient.clear();
  navigate(`${BASE}/sign-in`, { replace: true });
}
