import { useState } from 'react';

/** Bars from and to which the pointer was drawn, by position; from is not always the lower. */
interface Stroke {
  readonly from: number;
  readonly to: number;
}

/** What the drawing library says of the pointer: the position of the bar under it. */
interface PointerState {
  readonly activeTooltipIndex?: number | string | null;
}

/**
 * Choosing bars with the pointer: a click chooses one, drawing over several chooses them all. `choose` gets the
 * positions of the first and the last. By keyboard the same is reached through links and fields elsewhere.
 */
export function useBrush(choose: (first: number, last: number) => void) {
  const [stroke, setStroke] = useState<Stroke | null>(null);
  const selected = stroke && { first: Math.min(stroke.from, stroke.to), last: Math.max(stroke.from, stroke.to) };
  return {
    selected,
    handlers: {
      onMouseDown: (state: PointerState) => {
        const at = positionOf(state);
        if (at !== null) setStroke({ from: at, to: at });
      },
      onMouseMove: (state: PointerState) => {
        const at = positionOf(state);
        if (at !== null && stroke && stroke.to !== at) setStroke({ ...stroke, to: at });
      },
      onMouseUp: () => {
        if (selected) choose(selected.first, selected.last);
        setStroke(null);
      },
      onMouseLeave: () => setStroke(null),
    },
  };
}

function positionOf({ activeTooltipIndex: at }: PointerState): number | null {
  if (at === undefined || at === null || at === '') return null;
  const position = Number(at);
  return Number.isInteger(position) ? position : null;
}
