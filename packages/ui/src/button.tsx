import type { ButtonHTMLAttributes, ReactNode } from "react";
import { classNames } from "./class-names.ts";

type Look = "primary" | "secondary" | "quiet" | "danger";

const LOOKS: Record<Look, string> = {
  primary: "bg-accent text-on-accent hover:bg-accent-strong border-transparent shadow-low",
  secondary: "bg-raised text-text border-line-control hover:bg-hover shadow-low",
  quiet: "bg-transparent text-text border-transparent hover:bg-hover",
  danger: "bg-missing text-surface border-transparent hover:opacity-90",
};

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: Look;
  /** While an act runs: says so to assistive technology and takes no further press. */
  busy?: boolean;
  icon?: ReactNode;
}

const SHAPE =
  "target inline-flex h-8 shrink-0 items-center justify-center gap-1.5 rounded-md border px-3 text-sm font-medium " +
  "whitespace-nowrap transition-colors disabled:opacity-55 aria-disabled:opacity-55";

/** The looks of a button for a link: what leads somewhere is no button. */
export function buttonClasses(look: Look = "secondary"): string {
  return classNames(SHAPE, LOOKS[look]);
}

/** For what acts; a link for what leads somewhere. */
export function Button({ look = "secondary", busy = false, icon, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={classNames(buttonClasses(look), className)}
    >
      {icon}
      {children}
    </button>
  );
}

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children"> {
  /** What it does: its accessible name, and a tooltip for those who see the icon only. */
  label: string;
  icon: ReactNode;
}

export function IconButton({ label, icon, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={classNames(
        "target inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted transition-colors",
        "hover:bg-hover hover:text-text disabled:opacity-50",
        className,
      )}
    >
      {icon}
    </button>
  );
}
