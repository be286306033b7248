import type { Observation } from '@/lib/judge/drill';

/** A value of an observation by its name, in words where it has some. */
export type SayValue = (name: string, value: string | number | null) => string | number;

/** The values of an observation as its message takes them: `expected_<name>` and `seen_<name>`. */
export function observationValues(
  { expected, seen }: Pick<Observation, 'expected' | 'seen'>,
  say: SayValue,
): Record<string, string | number> {
  const named = (side: 'expected' | 'seen', values: Observation['expected']) =>
    Object.entries(values).map(([name, value]): [string, string | number] => [`${side}_${name}`, say(name, value)]);
  return Object.fromEntries([...named('expected', expected), ...named('seen', seen)]);
}
