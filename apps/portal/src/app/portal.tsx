import { followTabs } from "@assay/site/follow-tabs";
import { Link } from "@assay/site/link";
import { BASE } from "@assay/site/location";
import { Site } from "@assay/site/site";
import { EmptyState } from "@assay/ui";
import { Compass } from "lucide-react";
import { Shell } from "./shell.tsx";
import { VIEWS } from "./views.ts";

followTabs(["tasks", "documents", "runs"]);

const NOT_FOUND = { title: "Not found", Component: NotFound };

export default function Portal() {
  return <Site findView={(path) => VIEWS[path] ?? NOT_FOUND} Shell={Shell} />;
}

function NotFound() {
  return (
    <>
      <h1 className="sr-only">Not found</h1>
      <EmptyState
        icon={<Compass size={24} aria-hidden />}
        title="There is no such page"
        action={
          <Link href={BASE} className="text-accent underline">
            Go to the assessments
          </Link>
        }
      />
    </>
  );
}
