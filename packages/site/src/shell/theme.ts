import { useSyncExternalStore } from "react";

const KEY = "assay.theme";
export type Theme = "system" | "light" | "dark";

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function current(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === "light" || theme === "dark" ? theme : "system";
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, current), setTheme];
}

function setTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === "system") {
    delete dataset.theme;
    localStorage.removeItem(KEY);
  } else {
    dataset.theme = theme;
    localStorage.setItem(KEY, theme);
  }
  for (const listener of listeners) listener();
}
