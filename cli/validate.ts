import { readDefinitionFiles, type SidecarOptions } from './files';
import { type Finding, findingLine, type Reading, readAndCheck } from './findings';
import { EXIT, type ExitCode, type Io, json, printable } from './outcome';

export interface ValidateOptions extends SidecarOptions {
  /** Warnings count as findings. */
  readonly strict?: boolean | undefined;
  /** Only what counts is shown. */
  readonly quiet?: boolean | undefined;
  readonly json?: boolean | undefined;
  /** What standard input is called. */
  readonly name?: string | undefined;
}

/** Checks files as publishing would. Ends with 1 when there are errors (or, with `strict`, warnings). */
export async function validate(io: Io, files: readonly string[], options: ValidateOptions): Promise<ExitCode> {
  const definitions = await readDefinitionFiles(io, files, options);
  const results = definitions.map((definition) => ({ definition, reading: readAndCheck(definition) }));
  const all = results.flatMap(({ reading }) => reading.findings);
  const counts = countBySeverity(all);
  const fails = counts.error > 0 || (options.strict === true && counts.warning > 0);
  if (options.json) {
    const reports = results.map(({ definition: { file, sidecar }, reading }) => ({
      file: file.path,
      sidecar: sidecar?.path ?? null,
      ...summaryOf(reading),
      findings: reading.findings,
    }));
    io.out(json({ fine: !fails, files: reports, counts }));
    return fails ? EXIT.findings : EXIT.fine;
  }
  for (const { definition, reading } of results) {
    const shown = reading.findings.filter((each) => !options.quiet || countsAsFinding(each, options.strict));
    for (const each of shown) io.out(findingLine(each));
    if (reading.findings.length === 0 && !options.quiet) io.out(fineLine(definition.file.path, reading));
  }
  if (!options.quiet) io.out(`${plural(results.length, 'file')}: ${totals(counts)}\n`);
  return fails ? EXIT.findings : EXIT.fine;
}

function countsAsFinding({ severity }: Finding, strict: boolean | undefined): boolean {
  return severity === 'error' || (strict === true && severity === 'warning');
}

function countBySeverity(findings: readonly Finding[]) {
  const count = (severity: Finding['severity']) => findings.filter((each) => each.severity === severity).length;
  return { error: count('error'), warning: count('warning'), info: count('info') };
}

function summaryOf({ dialect, workflow }: Reading) {
  const { key, name, owner, nodes } = workflow ?? {};
  return { dialect, workflow: workflow && { key, name, owner, nodes: nodes?.length } };
}

function fineLine(file: string, { dialect, workflow }: Reading): string {
  return `${printable(file)}: fine (${dialect}, ${plural(workflow?.nodes.length ?? 0, 'node')})\n`;
}

function totals({ error, warning, info }: ReturnType<typeof countBySeverity>): string {
  return [plural(error, 'error'), plural(warning, 'warning'), plural(info, 'note')].join(', ');
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
