import { AssayApiError } from "@assay/client";
import { type SubmitEvent, useState } from "react";
import { messageOf } from "../shell/error-panel.tsx";

export interface PasswordErrors {
  readonly current?: string;
  readonly new?: string;
  readonly again?: string;
  /** Of the whole. */
  readonly form?: string;
}

/** The state of a form for a new password: what is wrong is at its field, in words that say what fixes it. */
export function usePasswordForm(change: (values: { current: string; new: string }) => Promise<void>) {
  const [errors, setErrors] = useState<PasswordErrors>({});
  const [busy, setBusy] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? "");
    if (text("new") !== text("again")) {
      setErrors({ again: "The passwords differ: type the new password again" });
      return;
    }
    setBusy(true);
    setErrors({});
    try {
      await change({ current: text("current"), new: text("new") });
    } catch (error) {
      setErrors(toErrors(error));
      setBusy(false);
    }
  }
  return { errors, busy, submit };
}

function toErrors(error: unknown): PasswordErrors {
  const issues = error instanceof AssayApiError ? (error.details?.issues as Issue[] | undefined) : undefined;
  if (!issues) return { form: messageOf(error) };
  return Object.fromEntries(
    issues.map(({ field, issue }) => [
      field === "password" ? "new" : field,
      field === "current" ? "This is not your current password" : `The new password ${issue}`,
    ]),
  );
}

interface Issue {
  readonly field: string;
  readonly issue: string;
}
