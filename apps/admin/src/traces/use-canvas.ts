import { type RefObject, useEffect, useRef, useState } from "react";

export interface CanvasSize {
  readonly width: number;
  readonly height: number;
}

export interface Paint {
  readonly context: CanvasRenderingContext2D;
  readonly size: CanvasSize;
  /** A colour of the theme, such as `--accent`. */
  colour(name: string): string;
}

/** Draws on a canvas of the size of `frame`, again whenever `draw`, the size or the theme changes. */
export function useCanvas(frame: RefObject<HTMLElement | null>, draw: (paint: Paint) => void) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState<CanvasSize>({ width: 0, height: 0 });
  const [theme, setTheme] = useState(0);
  useEffect(() => {
    const element = frame.current!;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    measure();
    return () => resized.disconnect();
  }, [frame]);
  useEffect(() => {
    const changed = () => setTheme((count) => count + 1);
    const observer = new MutationObserver(changed);
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", changed);
    return () => {
      observer.disconnect();
      dark.removeEventListener("change", changed);
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colours
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext("2d");
    if (!element || !context || size.width === 0) return;
    const frameId = requestAnimationFrame(() => {
      const ratio = devicePixelRatio;
      element.width = Math.round(size.width * ratio);
      element.height = Math.round(size.height * ratio);
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      draw({ context, size, colour: makeColours(frame.current!) });
    });
    return () => cancelAnimationFrame(frameId);
  }, [draw, size, theme]);
  return { canvas, size };
}

/**
 * `light-dark()` is resolved by the browser alone: by a property that takes a colour. Each time on a new element, whose
 * colour is there at once: that of an older one may change over time.
 */
function makeColours(parent: HTMLElement): (name: string) => string {
  const known = new Map<string, string>();
  return (name) => {
    let colour = known.get(name);
    if (colour === undefined) {
      const probe = document.createElement("i");
      probe.style.color = `var(${name})`;
      parent.append(probe);
      colour = getComputedStyle(probe).color;
      probe.remove();
      known.set(name, colour);
    }
    return colour;
  };
}
