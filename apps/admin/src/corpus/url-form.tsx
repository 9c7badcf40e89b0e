import { messageOf } from "@assay/site/error-panel";
import { navigate } from "@assay/site/location";
import { Button, TextField } from "@assay/ui";
import { type FormEvent, useState } from "react";
import { hrefTo } from "../app/tenant.ts";
import { useTenantAct } from "../app/use-tenant-query.ts";
import type { GuidanceForm } from "./guidance-form.ts";

const URL_LENGTH_MAX = 2048;

/** The address of a page that is fetched. */
export function UrlForm({ requirePack, onClose }: GuidanceForm) {
  const [wrong, setWrong] = useState<string>();
  const submit = useTenantAct(({ admin }, body: { packId: string; url: string }) => admin.corpus.ingestUrl(body), {
    onSuccess: ({ id }) => navigate(hrefTo(`/corpus/${id}`)),
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const url = String(new FormData(event.currentTarget).get("url")).trim();
    const isAddress = /^https?:\/\//i.test(url) && URL.canParse(url);
    setWrong(isAddress ? undefined : "Enter the whole address, beginning with https://");
    const packId = requirePack();
    if (isAddress && packId && !submit.isPending) submit.mutate({ packId, url });
  };
  return (
    <form onSubmit={send} className="flex flex-col gap-3 pt-3" noValidate>
      <TextField
        label="Address"
        name="url"
        type="url"
        inputMode="url"
        autoComplete="off"
        maxLength={URL_LENGTH_MAX}
        placeholder="https://"
        error={wrong}
        hint="A public http or https page: HTML, text, or a document such as PDF, at most 25 MB unpacked, returned within 20 seconds without a sign-in"
      />
      <div role="alert" className="text-sm text-missing empty:hidden">
        {submit.error && messageOf(submit.error)}
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={submit.isPending}>
          Fetch the page
        </Button>
      </div>
    </form>
  );
}
