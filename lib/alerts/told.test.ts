import { expect, it } from 'vitest';
import { type Told, type ToldInput, toldOf } from './told';

const on = (outcome: string, state: string | null, standIn: string | null = null) => ({ outcome, state, standIn });
const TO_GROUP = { recipient: 'ops', silentBecause: null };

it.each<[Told, ToldInput]>([
  ['no_owner', { recipient: null, silentBecause: null, channels: [] }],
  ['group_missing', { recipient: 'ops', silentBecause: 'group_missing', channels: [] }],
  ['no_channel', { recipient: 'ops', silentBecause: 'no_channel', channels: [] }],
  ['before_alerts', { recipient: 'ops', silentBecause: 'before_alerts', channels: [] }],
  ['forgotten', { ...TO_GROUP, channels: [] }],
  ['sent', { ...TO_GROUP, channels: [on('notified', 'dead'), on('notified', 'sent')] }],
  ['sent', { ...TO_GROUP, channels: [on('notified', 'dead', 'sent')] }],
  ['muted', { ...TO_GROUP, channels: [on('muted', 'sent')] }],
  ['muted', { ...TO_GROUP, channels: [on('muted', 'sent'), on('notified', 'dead')] }],
  ['waiting', { ...TO_GROUP, channels: [on('notified', 'pending')] }],
  ['waiting', { ...TO_GROUP, channels: [on('notified', 'retry'), on('notified', 'dead')] }],
  ['waiting', { ...TO_GROUP, channels: [on('muted', 'sending')] }],
  ['unclear', { ...TO_GROUP, channels: [on('notified', 'unknown'), on('notified', 'dead')] }],
  ['failed', { ...TO_GROUP, channels: [on('notified', 'dead')] }],
  ['failed', { ...TO_GROUP, channels: [on('muted', 'dead', 'dead')] }],
])('says %s', (told, input) => {
  expect(toldOf(input)).toBe(told);
});
