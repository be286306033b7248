import { type PointerEvent, useState } from 'react';

/** Bars from and to which the pointer was drawn, by position; from is not always the lower. */
interface Stroke {
  readonly from: number;
  readonly to: number;
}

/**
 * The bar under the pointer, and choosing bars with it: a click chooses one, drawing over several
 * chooses them all. `choose` gets the positions of the first and the last; null = there is nothing to
 * choose. A stroke goes on beside the chart, where it means the first or the last bar. By keyboard the same is
 * reached through links and fields elsewhere.
 */
export function useBrush(count: number, choose: ((first: number, last: number) => void) | null) {
  const [stroke, setStroke] = useState<Stroke | null>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const selected = stroke && { first: Math.min(stroke.from, stroke.to), last: Math.max(stroke.from, stroke.to) };
  const leave = () => {
    setHovered(null);
    setStroke(null);
  };
  return {
    hovered,
    selected,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        const at = positionOf(event, count);
        if (!choose || event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setStroke({ from: at, to: at });
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const at = positionOf(event, count);
        setHovered(at);
        if (stroke && stroke.to !== at) setStroke({ ...stroke, to: at });
      },
      onPointerUp: () => {
        if (selected) choose?.(selected.first, selected.last);
        setStroke(null);
      },
      onPointerLeave: leave,
      onPointerCancel: leave,
    },
  };
}

/** Bars share the width evenly; the pointer is over the gap beside a bar as well as over the bar. */
function positionOf({ clientX, currentTarget }: PointerEvent<HTMLElement>, count: number): number {
  const { left, width } = currentTarget.getBoundingClientRect();
  return Math.min(count - 1, Math.max(0, Math.floor(((clientX - left) / width) * count)));
}
