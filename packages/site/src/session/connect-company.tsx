import { Button } from "@assay/ui";
import { useMutation } from "@tanstack/react-query";
import { messageOf } from "../shell/error-panel.tsx";
import { confirmByCompany, isSignedInByCompany } from "./company-sign-in.ts";

/** For somebody with a password, whom their company's provider may vouch for from now on: nobody else can join the two. */
export function ConnectCompany() {
  const connect = useMutation({ mutationFn: () => confirmByCompany(new AbortController().signal) });
  if (isSignedInByCompany() && !connect.isSuccess) return null;
  return (
    <div className="flex flex-col items-start gap-2">
      <Button busy={connect.isPending} disabled={connect.isSuccess} onClick={() => connect.mutate()}>
        Connect your company's account
      </Button>
      <p role="status" className="text-muted empty:hidden">
        {connect.isSuccess && "Connected. From now on you can continue with your company."}
        {connect.error && messageOf(connect.error)}
      </p>
    </div>
  );
}
