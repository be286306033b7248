import { type Diagnostic, hasErrors } from '@/lib/shared/diagnostic';
import { formatDuration } from '@/lib/shared/duration';
import { isJsonObject, type JsonObject } from '@/lib/shared/json';
import { exhaustedUnderRetry, nestedExhausted, own, policyPart } from './document';
import { issueDiagnostic } from './issues';
import { missingRecordFields } from './record';
import { type NodePolicy, nodePolicySchema } from './schema';
import { LONG_SILENCE_MS } from './vocabulary';

export interface PolicyReading {
  /** Null when there is at least one error. */
  readonly policy: NodePolicy | null;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the policy out of a canonical config: a node's whole config or only the policy keys,
 * durations as text. Other keys are the platform's and not looked at. A config without policy
 * keys is an empty policy. Never throws; coerces and clamps nothing.
 */
export function readPolicy(input: unknown): PolicyReading {
  if (!isJsonObject(input))
    return {
      policy: null,
      diagnostics: [{ code: 'config_not_object', severity: 'error' }],
    };
  const found = reservedKeys(policyPart(input));
  const nested = exhaustedUnderRetry(input);
  const parsed = nodePolicySchema.safeParse(nested ? liftExhausted(input) : policyPart(input), { reportInput: true });
  const issues = parsed.success ? [] : parsed.error.issues.map((issue) => issueDiagnostic(issue));
  const all = [...found, ...twice(input), ...issues, ...(parsed.success ? surprises(parsed.data) : [])];
  const diagnostics = nested ? all.map(inRetry) : all;
  return {
    policy: parsed.success && !hasErrors(diagnostics) ? parsed.data : null,
    diagnostics,
  };
}

function liftExhausted(config: JsonObject): JsonObject {
  const retry = own(config, 'retry');
  const entries = isJsonObject(retry) ? Object.entries(retry).filter(([key]) => key !== 'onExhausted') : [];
  return {
    ...policyPart(config),
    retry: Object.fromEntries(entries),
    onExhausted: nestedExhausted(config),
  };
}

/** Said in both places, nobody can tell which one holds. */
function twice(config: JsonObject): Diagnostic[] {
  if (own(config, 'onExhausted') === undefined || nestedExhausted(config) === undefined) return [];
  return [
    {
      code: 'exhausted_twice',
      severity: 'error',
      path: ['retry', 'onExhausted'],
    },
  ];
}

function inRetry(diagnostic: Diagnostic): Diagnostic {
  const { path } = diagnostic;
  return path?.[0] === 'onExhausted' ? { ...diagnostic, path: ['retry', ...path] } : diagnostic;
}

/** What holds but will surprise. */
function surprises(policy: NodePolicy): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const missing = policy.onExhausted?.record ? missingRecordFields(policy.onExhausted.record) : [];
  if (missing.length > 0)
    diagnostics.push({
      code: 'record_incomplete',
      severity: 'warning',
      values: { missing: missing.join(', '), count: missing.length },
      path: ['onExhausted', 'record'],
    });
  const silence = policy.alert?.silence ?? 0;
  if (silence > LONG_SILENCE_MS)
    diagnostics.push({
      code: 'silence_long',
      severity: 'warning',
      values: {
        value: formatDuration(silence),
        limit: formatDuration(LONG_SILENCE_MS),
      },
      path: ['alert', 'silence'],
    });
  return diagnostics;
}

/** Own `__proto__` keys would be lost on the way through any copy: say so instead. */
function reservedKeys(root: JsonObject): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const seen = new Set<unknown>();
  const queue: { value: unknown; path: (string | number)[] }[] = [{ value: root, path: [] }];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { value, path } = next;
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    for (const [key, child] of Object.entries(value)) {
      const childPath = [...path, Array.isArray(value) ? Number(key) : key];
      if (key === '__proto__')
        diagnostics.push({
          code: 'reserved_key',
          severity: 'error',
          values: { key },
          path: childPath,
        });
      else queue.push({ value: child, path: childPath });
    }
  }
  return diagnostics;
}
