import { EmptyState, SkeletonList } from "@assay/ui";
import { QueryClientProvider } from "@tanstack/react-query";
import { Compass } from "lucide-react";
import { lazy, Suspense, useEffect } from "react";
import { storedSession } from "../session/auth.ts";
import { followTabs } from "../session/follow-tabs.ts";
import { queryClient, signInHref } from "../session/query-client.ts";
import { useSession } from "../session/use-session.ts";
import { Link } from "./link.tsx";
import { BASE, navigate, usePath } from "./location.ts";
import { Shell } from "./shell.tsx";
import { ViewBoundary } from "./view-boundary.tsx";
import { VIEWS } from "./views.ts";

followTabs();

const FirstPassword = lazy(() => import("../session/first-password.tsx"));
const SignIn = lazy(() => import("../session/sign-in.tsx"));

/** The whole site behind one address: which view shows follows from the path. */
export default function Portal() {
  return (
    <QueryClientProvider client={queryClient}>
      <CurrentView />
    </QueryClientProvider>
  );
}

function CurrentView() {
  const path = usePath();
  const view = VIEWS[path];
  const title = path === "/sign-in" ? "Sign in" : (view?.title ?? "Not found");
  useEffect(() => {
    document.title = `${title} · Assay`;
  }, [title]);
  if (path === "/sign-in")
    return (
      <ViewBoundary heading={title}>
        <Suspense fallback={<SkeletonList label="Loading the sign-in" />}>
          <SignIn />
        </Suspense>
      </ViewBoundary>
    );
  if (!storedSession()) return <ToSignIn />;
  return <Inside path={path} title={title} />;
}

function Inside({ path, title }: { path: string; title: string }) {
  const view = VIEWS[path];
  const { data: session } = useSession();
  if (session?.mustChangePassword)
    return (
      <ViewBoundary heading="First password">
        <Suspense fallback={<SkeletonList label="Loading the password's form" />}>
          <FirstPassword />
        </Suspense>
      </ViewBoundary>
    );
  return (
    <Shell>
      <ViewBoundary key={path} heading={title}>
        <Suspense fallback={<SkeletonList label={`Loading ${title.toLowerCase()}`} rows={12} />}>
          {view ? <view.Component /> : <NotFound />}
        </Suspense>
      </ViewBoundary>
    </Shell>
  );
}

function ToSignIn() {
  useEffect(() => navigate(signInHref(), { replace: true }), []);
  return null;
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
