/** What next-intl's translators have in common, whatever their namespace. */
export type AnyTranslator = CallableFunction & { has(key: never): boolean };

/**
 * The text of a key that came as data (a diagnostic's code, a refusal's reason), in the namespace
 * of `t`. Null when the message files have no such text: the caller says then what it can.
 */
export function messageOf(
  t: AnyTranslator,
  key: string,
  values?: Readonly<Record<string, string | number | Date>>,
): string | null {
  // biome-ignore lint/nursery/noUnsafeTypeAssertion: the one place where the compiler cannot know the key; `has` is the check
  if (!t.has(key as never)) return null;
  const text: unknown = Reflect.apply(t, undefined, [key, values]);
  return typeof text === 'string' ? text : null;
}
