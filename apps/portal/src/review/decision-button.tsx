import { Button, type ButtonProps } from "@assay/ui";

interface DecisionButtonProps extends ButtonProps {
  label: string;
  shortcut: string;
  /** Names the form that it opens. */
  "data-opens"?: string;
}

/** Shows its key to those who have one. */
export function DecisionButton({ label, shortcut, ...rest }: DecisionButtonProps) {
  return (
    <Button aria-keyshortcuts={shortcut} {...rest}>
      {label}
      <kbd
        aria-hidden
        className="hidden min-w-4 rounded-sm border border-current/30 px-1 text-center font-sans text-xs uppercase has-keys:block"
      >
        {shortcut}
      </kbd>
    </Button>
  );
}
