/**
 * Stands for a part while its code is on the way. Without something of its own in its place, the page around it would
 * give way to its skeleton for that long.
 */
export function Nothing() {
  return null;
}
