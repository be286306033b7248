import { expect, it } from 'vitest';
import { editorText } from './editor-text';

it.each(['a\nb', 'a\r\nb\r\n\r\nc', '\r\n', 'a\rb\r\r\nc', ''])('each place of %j is found again', (original) => {
  const { text, at } = editorText(original);
  expect(text).not.toContain('\r');
  for (let offset = 0; offset < original.length; offset++) {
    const character = original[offset];
    // The first half of a pair stands where the pair does.
    if (character !== '\r' && character !== '\n') expect(text[at(offset)], `${offset}`).toBe(character);
  }
  expect(at(original.length)).toBe(text.length);
});
