import { STANDARD_PARTS, type StandardPart } from '@/lib/policy/vocabulary';

/** How a node stands to the standard of the group that owns it. */
export const STANDARD_STANDINGS = ['agrees', 'deviates', 'excused'] as const;
export type StandardStanding = (typeof STANDARD_STANDINGS)[number];

/** Nodes under the standard of a group (slug) that stand so to a part of it; `part` null = to the whole of it. */
export interface StandardChoice {
  readonly group: string;
  readonly part: StandardPart | null;
  readonly standing: StandardStanding;
}

/** What a node makes of the standard of its group. */
export interface StandardState {
  readonly deviates: readonly StandardPart[];
  readonly excused: readonly StandardPart[];
}

/** How many nodes stand so. */
export type StandardCounts = Readonly<Record<StandardStanding, number>>;

/**
 * How a node stands to a part, or to all of it: it deviates where one part does; it is excused where none does, and it
 * need not have one of them; else it agrees.
 */
export function standingOf({ deviates, excused }: StandardState, part: StandardPart | null): StandardStanding {
  const has = (parts: readonly StandardPart[]) => (part === null ? parts.length > 0 : parts.includes(part));
  if (has(deviates)) return 'deviates';
  return has(excused) ? 'excused' : 'agrees';
}

/** In a link: `<standing>.<part or all>.<slug>`; a slug may hold dots, so it comes last. */
export function writeStandardChoice({ group, part, standing }: StandardChoice): string {
  return `${standing}.${part ?? ALL}.${group}`;
}

/** What a link names; null where it makes no sense. */
export function readStandardChoice(text: string): StandardChoice | null {
  const [, first, second, group] = /^([a-z]+)\.([a-z]+)\.(.{1,64})$/s.exec(text) ?? [];
  const standing = STANDARD_STANDINGS.find((each) => each === first);
  const part = second === ALL ? null : STANDARD_PARTS.find((each) => each === second);
  return standing === undefined || part === undefined || group === undefined ? null : { group, part, standing };
}

const ALL = 'all';
