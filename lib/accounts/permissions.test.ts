import { describe, expect, it } from 'vitest';
import { type Actor, can, mayPublishFor, mayWaive } from './permissions';

const editor: Actor = { id: 'e', name: 'E', role: 'editor', groups: ['payments'], via: 'session' };
const viewer: Actor = { ...editor, role: 'viewer' };
const administrator: Actor = { ...editor, role: 'administrator', groups: [] };

describe('roles', () => {
  it('an editor publishes but makes no groups: who is in them decides who publishes', () => {
    expect(can(editor, 'policy.publish')).toBe(true);
    expect(can(editor, 'group.edit')).toBe(false);
    expect(can(viewer, 'policy.edit')).toBe(false);
    expect(can(administrator, 'audit.read')).toBe(true);
  });

  it('a token grants what its scopes say, never beyond its person', () => {
    const token = (actor: Actor): Actor => ({ ...actor, via: 'token', token: { id: 't', scopes: ['read', 'policy'] } });
    expect(can(token(editor), 'policy.publish')).toBe(true);
    expect(can(token(editor), 'workflow.import')).toBe(false);
    expect(can(token(viewer), 'policy.publish')).toBe(false);
    expect(can(token(administrator), 'people.edit')).toBe(false);
  });
});

describe('owner groups', () => {
  it.each([
    [editor, 'payments', true, true],
    [editor, 'warehouse', false, false],
    [editor, null, true, false],
    [viewer, 'payments', false, false],
    [administrator, 'warehouse', true, true],
    [administrator, null, true, false],
  ] as const)('%#: %o for %s', (actor, owner, publishes, waives) => {
    expect(mayPublishFor(actor, owner)).toBe(publishes);
    expect(mayWaive(actor, owner)).toBe(waives);
  });
});
