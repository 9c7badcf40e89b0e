import { IconButton } from "@assay/ui";
import { Monitor, Moon, Sun } from "lucide-react";
import { type Theme, useTheme } from "./theme.ts";

const NEXT: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };
const ICONS = { system: Monitor, light: Sun, dark: Moon };

export function ThemeButton() {
  const [theme, setTheme] = useTheme();
  const Icon = ICONS[theme];
  return (
    <IconButton
      label={`Theme: ${theme}. Change to ${NEXT[theme]}`}
      icon={<Icon size={16} aria-hidden />}
      onClick={() => setTheme(NEXT[theme])}
    />
  );
}
