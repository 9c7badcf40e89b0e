import { Button, Dialog } from "@assay/ui";
import { Fragment, type ReactNode, useId } from "react";
import { messageOf } from "../shell/error-panel.tsx";
import { type Schema, text, type Values } from "./fields.tsx";
import { type Form, useForm } from "./use-form.ts";

export { choice, lines, own, text, tick, ticks } from "./fields.tsx";

export interface FormDialogProps<S extends Schema> {
  title: string;
  description?: ReactNode;
  /** What happens, and what stays. */
  children?: ReactNode;
  fields?: S;
  /** Below the fields. */
  note?: ReactNode | ((values: Values<S>) => ReactNode);
  /** What has to be typed first, where the action cannot be undone: the name of what it concerns. */
  typed?: string;
  /** What is sent, such as "Invite". */
  act: string | ((values: Values<S>) => string);
  look?: "primary" | "danger";
  cancel?: string;
  disabled?: boolean | ((values: Values<S>) => boolean);
  /** The request under way. */
  by?: { readonly isPending: boolean; readonly error: Error | null };
  /** Said before why it failed. */
  failed?: string;
  onSend: (values: Values<S>) => void;
  onClose: () => void;
}

/** A dialog with fields, what sends them, and why that failed. */
export function FormDialog<S extends Schema = Readonly<Record<never, never>>>(props: FormDialogProps<S>) {
  const { title, description, children, fields, note, typed, act, cancel = "Cancel", by } = props;
  const {
    look = typed === undefined ? "primary" : "danger",
    disabled = false,
    failed = "Nothing has been changed.",
    onSend,
    onClose,
  } = props;
  const id = useId();
  const all = { ...fields, ...(typed !== undefined && { typed: nameToType(typed) }) } as unknown as S;
  const refusal = by?.error ?? null;
  const form = useForm(all, refusal, (values) => by?.isPending || onSend(values));
  const isSaid = form.shown.some(([name, field]) => field.refused !== undefined && form.refused.includes(name));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      actions={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button
            type="submit"
            form={id}
            look={look}
            busy={by?.isPending ?? false}
            disabled={typeof disabled === "function" ? disabled(form.values) : disabled}
          >
            {typeof act === "function" ? act(form.values) : act}
          </Button>
        </>
      }
    >
      <form id={id} ref={form.ref} onSubmit={form.submit} className="flex flex-col gap-4 text-sm">
        {children && <div className="flex flex-col gap-2">{children}</div>}
        <Fields form={form} reasonId={`${id}-reason`} />
        {typeof note === "function" ? note(form.values) : note}
        <p id={`${id}-reason`} role="alert" className="text-missing empty:hidden">
          {refusal && !isSaid && `${failed} ${messageOf(refusal)}.`}
        </p>
      </form>
    </Dialog>
  );
}

function nameToType(name: string) {
  return text(`Type “${name}” to confirm`, {
    spellCheck: false,
    check: (value) => (value === name.trim() ? undefined : `This is not “${name}”`),
  });
}

function Fields({ form: { shown, values, errors, refused, set }, reasonId }: { form: Form<Schema>; reasonId: string }) {
  const rows: { isPair: boolean; fields: ReactNode[] }[] = [];
  for (const [name, { half = false, show }] of shown) {
    const field = (
      <Fragment key={name}>
        {show({
          name,
          value: values[name],
          error: errors[name],
          refusedBy: refused.includes(name) && !errors[name] ? reasonId : undefined,
          set: (value) => set(name, value),
        })}
      </Fragment>
    );
    const last = rows.at(-1);
    if (half && last?.isPair) last.fields.push(field);
    else rows.push({ isPair: half, fields: [field] });
  }
  return rows.map(({ isPair, fields }, index) =>
    isPair ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the fields in it have keys
      <div key={index} className="grid gap-4 sm:grid-cols-2">
        {fields}
      </div>
    ) : (
      fields
    ),
  );
}
