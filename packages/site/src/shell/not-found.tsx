import { EmptyState } from "@assay/ui";
import { Compass } from "lucide-react";
import { Link } from "../router/link.tsx";

/** No view is at this address, and the way to one that does. */
export function NotFound({ href, way }: { href: string; way: string }) {
  return (
    <>
      <h1 className="sr-only">Not found</h1>
      <EmptyState
        icon={<Compass size={24} aria-hidden />}
        title="This page does not exist"
        action={
          <Link href={href} className="text-accent underline">
            {way}
          </Link>
        }
      />
    </>
  );
}
