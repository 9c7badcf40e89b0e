import type { Page } from "playwright-core";

const TURN_PX = 2000;

/** Turns the wheel over the middle of each pane of a page, down and up again; says over which the document moved. */
export async function wheelPanes(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const { name, x, y } of await page.evaluate(listPanes)) {
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, TURN_PX);
    const moved = await page.evaluate(scrolledBy);
    if (moved > 0) faults.push(`The wheel over ${name} moves the document by ${moved} px`);
    await page.mouse.wheel(0, -TURN_PX);
    await page.evaluate(scrolledBy);
  }
  return faults;
}

/** After the frame in which a wheel's event is done. */
async function scrolledBy(): Promise<number> {
  for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
  return document.scrollingElement?.scrollTop ?? 0;
}

/** What has a name or scrolls by itself, and is large enough to point at. */
function listPanes(): { name: string; x: number; y: number }[] {
  const SIDE_PX_MIN = 60;
  const panes = [...document.querySelectorAll<HTMLElement>("body *")].filter((element) => {
    const { width, height } = element.getBoundingClientRect();
    if (width < SIDE_PX_MIN || height < SIDE_PX_MIN) return false;
    return (
      element.matches("section, header, main, nav, aside, [role=region], [role=tabpanel], [role=dialog]") ||
      /auto|scroll|hidden/.test(getComputedStyle(element).overflowY)
    );
  });
  const points = panes.map((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const x = (Math.max(0, left) + Math.min(innerWidth, right)) / 2;
    const y = (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2;
    return { name: `<${element.localName}> “${element.ariaLabel ?? element.id}”`, x, y };
  });
  return points.filter(({ x, y }, at) => points.findIndex((each) => each.x === x && each.y === y) === at);
}
