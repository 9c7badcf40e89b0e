import { TextField } from "@assay/ui";

/** For the six digits of an app; a recovery code fits too. */
export function CodeField({
  error,
  label = "Code of your authenticator app",
  hint = "Six digits. A recovery code serves too, once.",
}: {
  error?: string | undefined;
  label?: string;
  hint?: string;
}) {
  return (
    <TextField
      label={label}
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={40}
      hint={hint}
      required
      autoFocus
      error={error}
    />
  );
}

/** Where the passkey is not at hand. */
export function RecoveryCodeField({ error }: { error?: string | undefined }) {
  return <CodeField label="Recovery code" hint="It serves once, in place of your passkey." error={error} />;
}
