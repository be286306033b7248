/** The steps of the wizard, in their order; a source that is connected has no second one. */
export const STEPS = ['place', 'platform', 'meaning', 'look'] as const;
export type Step = (typeof STEPS)[number];

/** True for the name of a step. */
export function isStep(value: unknown): value is Step {
  return STEPS.some((step) => step === value);
}

/** The step on which an entry (as `data-field`) stands; `null` stands for a mapping that nobody has chosen. */
export function stepOf(field: string): Step {
  if (field.startsWith('place.')) return 'place';
  if (field === 'kind') return 'platform';
  if (/^(attempts|definitions|preset)\b/.test(field)) return 'meaning';
  return 'look';
}
