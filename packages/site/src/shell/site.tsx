import { SkeletonList } from "@assay/ui";
import { QueryClientProvider } from "@tanstack/react-query";
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from "react";
import { navigate, usePath } from "../router/location.ts";
import { storedSession } from "../session/auth.ts";
import { ConfirmIdentity } from "../session/confirm-identity-prompt.tsx";
import { isTenantSuspended, tenantRefusal } from "../session/page-tenant.ts";
import { queryClient, signInHref } from "../session/query-client.ts";
import { useSession } from "../session/use-session.ts";
import { ViewBoundary } from "./view-boundary.tsx";

const TenantSuspended = lazy(() => import("../session/tenant-suspended-view.tsx"));
const ChooseTenant = lazy(() => import("../session/choose-tenant-view.tsx"));
const FirstPassword = lazy(() => import("../session/first-password.tsx"));
const SecondFactor = lazy(() => import("../session/second-factor-view.tsx"));
const AddFactor = lazy(() => import("../session/add-factor-view.tsx"));
const SignIn = lazy(() => import("../session/sign-in.tsx"));

export interface ShownView {
  readonly title: string;
  readonly Component: ComponentType;
  /** Shown without a sign-in and without the frame. */
  readonly isOpen?: boolean | undefined;
}

export interface SiteProps {
  /** The view of a path below the base; where there is none, the one that says so. */
  findView(path: string): ShownView;
  /** The frame of every view behind the sign-in. */
  Shell: ComponentType<{ children: ReactNode }>;
}

/** A whole site behind one page: which view shows follows from the path, and nobody passes who is not signed in. */
export function Site(props: SiteProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <CurrentView {...props} />
    </QueryClientProvider>
  );
}

function CurrentView({ findView, Shell }: SiteProps) {
  const path = usePath();
  const signingIn = path === "/sign-in";
  const view: ShownView = signingIn ? { title: "Sign in", Component: SignIn } : findView(path);
  useEffect(() => {
    document.title = `${view.title} · Assay`;
  }, [view.title]);
  if (signingIn) return <Entry title={view.title} Component={SignIn} />;
  if (view.isOpen) return <Entry {...view} />;
  if (!storedSession()) return <ToSignIn />;
  return <Inside path={path} view={view} Shell={Shell} />;
}

function Inside({ path, view, Shell }: { path: string; view: ShownView } & Pick<SiteProps, "Shell">) {
  const { data: session, error } = useSession();
  if (tenantRefusal(error)) return <Entry title="Choose a tenant" Component={ChooseTenant} />;
  if (isTenantSuspended(error)) return <Entry title="Tenant suspended" Component={TenantSuspended} />;
  if (session?.secondFactor === "ASKED") return <Entry title="Second factor" Component={SecondFactor} />;
  if (session?.secondFactor === "MISSING" && !session.mustChangePassword)
    return (
      <>
        <Entry title="Add a second factor" Component={AddFactor} />
        <ConfirmIdentity />
      </>
    );
  if (session?.mustChangePassword) return <Entry title="First password" Component={FirstPassword} />;
  return (
    <Shell>
      <ViewBoundary key={path} heading={view.title}>
        <Suspense fallback={<SkeletonList label={`Loading ${view.title.toLowerCase()}`} rows={12} />}>
          <view.Component />
        </Suspense>
      </ViewBoundary>
      <ConfirmIdentity />
    </Shell>
  );
}

/** What is before the site itself. */
function Entry({ title, Component }: ShownView) {
  return (
    <ViewBoundary heading={title}>
      <Suspense fallback={<SkeletonList label={`Loading ${title.toLowerCase()}`} />}>
        <Component />
      </Suspense>
    </ViewBoundary>
  );
}

function ToSignIn() {
  useEffect(() => navigate(signInHref(), { replace: true }), []);
  return null;
}
