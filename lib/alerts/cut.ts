const ENCODER = new TextEncoder();
/** Stands where a text was cut. */
const MARK = '…';

/** Bytes of a text in UTF-8. */
export function byteLength(text: string): number {
  return ENCODER.encode(text).length;
}

/** A text of at most so many bytes in UTF-8, never cut within a character; what is cut ends with `…`, if that fits. */
export function cutBytes(text: string, most: number): string {
  if (text.length * 3 <= most || byteLength(text) <= most) return text;
  const mark = most >= 3 ? MARK : '';
  const room = Math.max(0, most - byteLength(mark));
  // A character is cut off whole: bytes 10xxxxxx continue one.
  const bytes = ENCODER.encode(text.slice(0, room + 1));
  let end = Math.min(room, bytes.length);
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return new TextDecoder().decode(bytes.subarray(0, end)) + mark;
}

/**
 * The fullest rendering that has at most `most` of what `measure` counts. `render` gets the bytes that each text from
 * outside may take, and becomes no shorter when it gets more; with 0 it is what always stays (labels, the link).
 */
export function fitted(
  render: (room: number) => string,
  { most, widest, measure = byteLength }: { most: number; widest: number; measure?: (text: string) => number },
): string {
  const full = render(widest);
  if (measure(full) <= most) return full;
  let [fits, tooMuch] = [0, widest];
  while (tooMuch - fits > 1) {
    const middle = Math.floor((fits + tooMuch) / 2);
    if (measure(render(middle)) <= most) fits = middle;
    else tooMuch = middle;
  }
  return render(fits);
}
