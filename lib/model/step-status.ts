/** What a step's status may be; those that end it are final. */
export const STEP_STATUSES = ['failed', 'succeeded', 'running', 'skipped', 'cancelled'] as const;
export type StepStatus = (typeof STEP_STATUSES)[number];
