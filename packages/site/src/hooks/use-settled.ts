import { useEffect, useState } from "react";

const TYPING_PAUSE_MS = 200;

/** A value once it has stayed the same for a moment: what is typed is not sought letter by letter. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
