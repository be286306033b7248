import { sidecarName } from '@/lib/dialects/file-name';

/** A workflow that is taken away with others. */
export interface NamedWorkflow {
  readonly id: string;
  readonly key: string;
  readonly fileName: string;
  /** First character of its text that is no space: says the format where the name does not. */
  readonly begins: string;
}

/** Where a workflow's file and the one beside it stand in an archive; `/` between folders. */
export interface ExportPaths {
  readonly definition: string;
  readonly sidecar: string;
}

/**
 * Paths that no two workflows share, on file systems too that do not tell large letters from small ones. A file keeps
 * its name, by which its workflow may be called and its companion found: of two that are called the same, the second
 * goes into a folder of its own. The companion's name is taken even where there is none, lest another workflow's file be
 * held for it.
 */
export function exportPaths(workflows: readonly NamedWorkflow[]): ReadonlyMap<string, ExportPaths> {
  const taken = new Set<string>();
  const paths = new Map<string, ExportPaths>();
  for (const workflow of workflows) {
    const name = withEnding(safeName(workflow.fileName.split(/[\\/]/).at(-1) ?? ''), workflow.begins);
    for (const folder of foldersFor(safeName(workflow.key))) {
      const pair = { definition: `${folder}${name}`, sidecar: `${folder}${sidecarName(name)}` };
      const wanted = [pair.definition, pair.sidecar].map(plain);
      if (wanted.some((each) => taken.has(each))) continue;
      for (const each of wanted) taken.add(each);
      paths.set(workflow.id, pair);
      break;
    }
  }
  return paths;
}

/** A name that every file system takes: no separators, none of Windows' own, not hidden. */
export function safeName(name: string): string {
  const plainName = name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cs}<>:"/\\|?*]/gu, '_')
    .replace(/[. ]+$/, '')
    .replace(/^\.+/, '_');
  const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(plainName);
  return reserved || plainName === '' ? `_${plainName}` : plainName;
}

function* foldersFor(key: string): Generator<string> {
  yield '';
  yield `${key}/`;
  for (let number = 2; ; number++) yield `${key} (${number})/`;
}

/** Archives are looked through for YAML and JSON: a file without either ending would not come back. */
function withEnding(name: string, begins: string): string {
  if (/\.(?:ya?ml|json)$/i.test(name)) return name;
  return `${name}.${begins === '{' || begins === '[' ? 'json' : 'yaml'}`;
}

function plain(path: string): string {
  return path.toLowerCase().replace(/\.yml$/, '.yaml');
}
