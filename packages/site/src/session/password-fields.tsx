import { TextField } from "@assay/ui";
import { storedSession } from "./auth.ts";
import type { PasswordErrors } from "./use-password-form.ts";

interface PasswordFieldsProps {
  current?: string;
  /** Whose password it is; without it, of who is signed in. */
  email?: string;
  errors: PasswordErrors;
}

/** The fields of a new password; `current` names the field of the current one, where that is asked for. */
export function PasswordFields({ current, email, errors }: PasswordFieldsProps) {
  return (
    <div className="flex flex-col gap-4">
      {/* For password managers, so that they know whose password changes. */}
      <input
        type="hidden"
        name="username"
        autoComplete="username"
        value={email ?? storedSession()?.email ?? ""}
        readOnly
      />
      {current && (
        <TextField
          label={current}
          name="current"
          type="password"
          autoComplete="current-password"
          error={errors.current}
          required
          autoFocus
        />
      )}
      <TextField
        label="New password"
        name="new"
        type="password"
        autoComplete="new-password"
        hint="At least 8 characters. Longer is better than complicated."
        error={errors.new}
        minLength={8}
        required
        autoFocus={!current}
      />
      <TextField
        label="New password again"
        name="again"
        type="password"
        autoComplete="new-password"
        error={errors.again}
        required
      />
      <div role="alert" className="text-sm text-missing empty:hidden">
        {errors.form}
      </div>
    </div>
  );
}
