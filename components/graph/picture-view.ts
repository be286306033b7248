import type { Box } from '@/lib/insight/workflow-graph';

/** Where the picture is looked at: its offset in px of the screen, and its scale. */
export interface View {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const MARGIN = 12;
/** Below this nobody could tell one card from another. */
const LEAST_WHOLE = 0.1;
/** Names can be read from here on. */
export const READABLE = 0.45;
const COMFORTABLE = 0.8;

/** The whole picture where that shows anything; else its beginning, as much of it as can be made out. */
export function firstView(picture: Size, place: Size): View {
  const [wide, high] = [(place.width - 2 * MARGIN) / picture.width, (place.height - 2 * MARGIN) / picture.height];
  const whole = Math.min(wide, high, 1);
  if (whole >= LEAST_WHOLE) return centred(picture, place, whole);
  const zoom = Math.min(Math.max(Math.max(wide, high), READABLE), COMFORTABLE);
  return { x: MARGIN, y: MARGIN, zoom };
}

/**
 * The view in which a node can be read: the same when it can already, else with the node in the
 * middle, as far as the picture has something to show around it.
 */
export function viewOf(node: Box, view: View, picture: Size, place: Size): View {
  const { x, y, zoom } = view;
  const [left, top] = [node.x * zoom + x, node.y * zoom + y];
  const seen =
    left >= 0 &&
    top >= 0 &&
    left + node.width * zoom <= place.width &&
    top + Math.min(node.height, 90) * zoom <= place.height;
  if (seen && zoom >= READABLE) return view;
  const closer = zoom >= READABLE ? zoom : COMFORTABLE;
  const [middleX, middleY] = [node.x + node.width / 2, node.y + Math.min(node.height, 90) / 2];
  return {
    x: within(place.width / 2 - middleX * closer, picture.width * closer, place.width),
    y: within(place.height / 2 - middleY * closer, picture.height * closer, place.height),
    zoom: closer,
  };
}

/** An offset that leaves nothing empty beside a picture larger than its place; a smaller one stands in the middle. */
function within(offset: number, picture: number, place: number): number {
  const room = place - 2 * MARGIN;
  if (picture <= room) return (place - picture) / 2;
  return Math.min(MARGIN, Math.max(place - MARGIN - picture, offset));
}

function centred(picture: Size, place: Size, zoom: number): View {
  return { x: (place.width - picture.width * zoom) / 2, y: (place.height - picture.height * zoom) / 2, zoom };
}
