import { type DragEvent, useState } from "react";
import { droppedFiles } from "./dropped-files.ts";

/** Takes files that are dropped on an element: spread `target` on it. `on` is the innermost element below the pointer. */
export function useFileDrop(onFiles: (files: File[], on: Element) => void, enabled: boolean) {
  // Entering a child comes before leaving its parent: only the count tells whether the pointer is still inside.
  const [depth, setDepth] = useState(0);
  const holdsFiles = (event: DragEvent) => enabled && event.dataTransfer.types.includes("Files");
  const target = {
    onDragEnter: (event: DragEvent) => holdsFiles(event) && setDepth((before) => before + 1),
    onDragLeave: (event: DragEvent) => holdsFiles(event) && setDepth((before) => Math.max(0, before - 1)),
    onDragOver: (event: DragEvent) => holdsFiles(event) && event.preventDefault(),
    onDrop: (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setDepth(0);
      const on = event.target as Element;
      void droppedFiles(event.dataTransfer).then((files) => onFiles(files, on));
    },
  };
  return { isOver: depth > 0, target };
}
