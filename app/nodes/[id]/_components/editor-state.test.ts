import { describe, expect, it } from 'vitest';
import { agreed, contentOf, type EditorEvent, type EditorState, reduceEditor, stateOf } from './editor-state';

const START = stateOf({
  document: { owner: 'a' },
  text: 'owner: a',
  typed: false,
  held: 'owner: a',
  replaceEngineRetry: false,
});

/** What the server says of a state, applied to it. */
function agree(state: EditorState, document: EditorState['document'], text: string): EditorState {
  return reduceEditor(state, {
    type: 'agree',
    asked: contentOf(state),
    agreement: { document, text, broken: false },
  });
}

function run(state: EditorState, ...events: readonly EditorEvent[]): EditorState {
  return events.reduce(reduceEditor, state);
}

describe('one history over form and text', () => {
  it('undoes a form edit together with what it made of the text', () => {
    const edited = agree(run(START, { type: 'edit', document: { owner: 'b' } }), { owner: 'b' }, 'owner: b');
    expect(edited).toMatchObject({ text: 'owner: b', held: 'owner: b', typed: false });
    const back = run(edited, { type: 'undo' });
    expect(contentOf(back)).toEqual(contentOf(START));
    expect(contentOf(run(back, { type: 'redo' }))).toEqual(contentOf(edited));
  });

  it('undoes typed text together with what it made of the document', () => {
    const typed = run(START, { type: 'type', text: 'owner: b # mine', base: 'owner: a', at: 0 });
    expect(typed).toMatchObject({ typed: true, held: 'owner: a', document: { owner: 'a' } });
    const read = agree(typed, { owner: 'b' }, 'owner: b # mine');
    expect(read).toMatchObject({ document: { owner: 'b' }, held: 'owner: b # mine' });
    expect(contentOf(run(read, { type: 'undo' }))).toEqual(contentOf(START));
  });

  it('takes keys that follow each other as one step, and a pause or another edit as its end', () => {
    const keys = (...times: number[]) =>
      times.map((at, i): EditorEvent => {
        const before = times[i - 1];
        return { type: 'type', text: `owner: a${at}`, base: `owner: a${before ?? ''}`, at };
      });
    expect(run(START, ...keys(1, 200, 800, 1400)).past).toHaveLength(1);
    expect(run(START, ...keys(1, 200, 1000)).past).toHaveLength(2);
    expect(run(START, ...keys(1), { type: 'edit', document: {} }, ...keys(2)).past).toHaveLength(3);
    const undone = run(START, ...keys(1, 200), { type: 'undo' });
    expect(undone.text).toBe('owner: a');
    expect(run(undone, ...keys(300)).past).toHaveLength(1);
  });

  it('drops an answer about something that has changed since', () => {
    const asked = run(START, { type: 'edit', document: { owner: 'b' } });
    const later = run(asked, { type: 'type', text: 'owner: a # key', base: 'owner: a', at: 0 });
    const answer: EditorEvent = {
      type: 'agree',
      asked: contentOf(asked),
      agreement: { document: { owner: 'b' }, text: 'owner: b', broken: false },
    };
    expect(run(later, answer)).toBe(later);
    // What the form changed is still to be written: the text that went with the document before says so.
    expect(later).toMatchObject({ document: { owner: 'b' }, held: 'owner: a', text: 'owner: a # key' });
  });

  it('knows a key that was typed before an answer was on screen', () => {
    const answered = agree(run(START, { type: 'edit', document: { owner: 'b' } }), { owner: 'b' }, 'owner: b');
    const later = run(answered, { type: 'type', text: 'owner: a # key', base: 'owner: a', at: 0 });
    expect(later).toMatchObject({ document: { owner: 'b' }, text: 'owner: a # key', held: 'owner: a' });
    const next = run(later, { type: 'type', text: 'owner: a # keys', base: 'owner: a # key', at: 1 });
    expect(next).toMatchObject({ text: 'owner: a # keys', held: 'owner: a' });
  });

  it('leaves everything as it is while the text cannot be read', () => {
    const content = contentOf(run(START, { type: 'type', text: 'owner: [', base: 'owner: a', at: 0 }));
    expect(agreed(content, { document: {}, text: 'owner: [', broken: true })).toBe(content);
  });

  it('an edit that changes nothing is none', () => {
    expect(run(START, { type: 'edit', document: { owner: 'a' } })).toBe(START);
    expect(run(START, { type: 'type', text: 'owner: a', base: 'owner: a', at: 0 })).toBe(START);
    expect(run(START, { type: 'undo' })).toBe(START);
    expect(run(START, { type: 'redo' })).toBe(START);
  });
});
