/** A text as an editor holds it: each line end is one `\n`. */
export interface EditorText {
  readonly text: string;
  /** Where a place of the original text stands in it; UTF-16 offsets. */
  readonly at: (offset: number) => number;
}

/** The text with one kind of line end, and the way from its places to those of the original. */
export function editorText(original: string): EditorText {
  const pairs: number[] = [];
  for (let at = original.indexOf('\r\n'); at !== -1; at = original.indexOf('\r\n', at + 2)) pairs.push(at);
  const text = original.replace(/\r\n?/g, '\n');
  const at = (offset: number) => {
    let [low, high] = [0, pairs.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[middle] ?? 0) < offset - 1) low = middle + 1;
      else high = middle;
    }
    return offset - low;
  };
  return { text, at };
}
