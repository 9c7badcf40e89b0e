import type { SealedReportFormat } from "@assay/contract";
import type { OpenedPackage } from "@assay/core/package";
import type { RunReport } from "@assay/core/reports";
import type { Context } from "hono";
import { takeFromLimit } from "../middleware/limit-rate.ts";
import { startSha256 } from "../start-sha256.ts";
import type { ApiEnv } from "../variables.ts";
import { VERSION } from "../version.ts";

type Asked = { readonly originals?: "cited" | undefined };

/** The package that is asked for. What makes it is loaded when the first one is. */
export async function openRunPackage<Path extends `${string}/:runId/${string}`>(
  c: Context<ApiEnv, Path, { in: object; out: { readonly query: Asked } }>,
): Promise<OpenedPackage> {
  const { openPackage } = await import("@assay/core/package");
  const { originals } = c.req.valid("query");
  const { ctx, services } = c.var;
  return services.packageTurns.take(ctx.tenantId, () =>
    openPackage(ctx, servicesOf(services), {
      runId: c.req.param("runId") as string,
      withOriginals: originals === "cited",
    }),
  );
}

/** One file of it alone. Throws RATE_LIMITED. */
export async function openSealedReport(
  { ctx, services }: ApiEnv["Variables"],
  runId: string,
  format: SealedReportFormat,
): Promise<RunReport> {
  takeFromLimit(services, "packages", ctx.tenantId);
  const core = await import("@assay/core/package");
  return services.packageTurns.take(ctx.tenantId, () =>
    core.openSealedReport(ctx, servicesOf(services), { runId, format }),
  );
}

function servicesOf({ files, signer, checkpointStores, mail, dispatcher, settings }: ApiEnv["Variables"]["services"]) {
  return {
    ...{ files, signer, checkpointStores, mail, dispatcher, isScanning: settings.isScanning, release: VERSION },
    startSha256,
  };
}
