import { API_ROOT } from './operation';
import { OPERATIONS } from './operations';

/** What answers below the root for pages alone, and is no operation for programs. */
const FOR_PAGES: readonly { readonly method: string; readonly path: string }[] = [
  { method: 'GET', path: '/audit.csv' },
  { method: 'GET', path: '/coverage.csv' },
  { method: 'GET', path: '/deliveries/{id}' },
  { method: 'GET', path: '/failure-rows.csv' },
  { method: 'GET', path: '/failures.csv' },
  { method: 'GET', path: '/thresholds.csv' },
  { method: 'GET', path: '/imports/{id}' },
  { method: 'POST', path: '/nodes/{id}/preview' },
  { method: 'GET', path: '/nodes/{id}/thresholds' },
  { method: 'GET', path: '/openapi.json' },
  { method: 'GET', path: '/search' },
  { method: 'GET', path: '/unclassified.csv' },
];

/** The methods that an address of the interface answers to (`Allow`, RFC 9110); null where it is none of ours. */
export function allowedMethods(path: string): readonly string[] | null {
  const found = [...METHODS].find(([template]) => template.test(path));
  return found ? found[1] : null;
}

const METHODS = methodsByPath();

/** More exact paths first: `/workflows/preview` is no id. */
function methodsByPath(): ReadonlyMap<RegExp, readonly string[]> {
  const byPath = new Map<string, string[]>();
  for (const { method, path } of [...OPERATIONS, ...FOR_PAGES]) {
    const methods = method === 'GET' ? ['GET', 'HEAD'] : [method];
    byPath.set(path, [...(byPath.get(path) ?? ['OPTIONS']), ...methods]);
  }
  const exactFirst = [...byPath].sort(([a], [b]) => Number(a.includes('{')) - Number(b.includes('{')));
  return new Map(exactFirst.map(([path, methods]) => [templateOf(path), methods.sort()]));
}

function templateOf(path: string): RegExp {
  const escaped = `${API_ROOT}${path}`.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${escaped}/?$`);
}
