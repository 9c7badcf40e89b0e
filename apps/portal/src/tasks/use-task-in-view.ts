import { useEffect, useRef } from "react";

/** Scrolls to the task that the address asks for. */
export function useTaskInView<E extends HTMLElement>(taskId: string | null) {
  const ref = useRef<E>(null);
  useEffect(() => {
    const tasks = ref.current?.querySelectorAll<HTMLElement>("[data-task]") ?? [];
    [...tasks].find(({ dataset }) => dataset.task === taskId)?.scrollIntoView({ block: "center" });
  }, [taskId]);
  return ref;
}
