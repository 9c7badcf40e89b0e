import { type RefObject, useEffect, useRef } from "react";

/** Listens to the wheel where the page may be kept from scrolling: `onWheel` says whether it took the turn. */
export function useWheel(
  target: RefObject<HTMLElement | null>,
  onWheel: (event: WheelEvent, area: DOMRect) => boolean,
): void {
  const latest = useRef(onWheel);
  latest.current = onWheel;
  useEffect(() => {
    const element = target.current;
    if (!element) return;
    const listen = (event: WheelEvent) => {
      if (latest.current(event, element.getBoundingClientRect())) event.preventDefault();
    };
    element.addEventListener("wheel", listen, { passive: false });
    return () => element.removeEventListener("wheel", listen);
  }, [target]);
}
