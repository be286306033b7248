import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { sidecarName } from '@/lib/dialects/file-name';
import { type Client, createClient, type Problem, readAnswer, refusal } from './client';
import { codeOf, readDefinitionFile } from './files';
import { finding, findingLine } from './findings';
import { CliError, EXIT, type ExitCode, type Io, json, printable } from './outcome';

const importedSchema = z.object({ workflowId: z.string(), changed: z.boolean() });
const existsSchema = z.looseObject({ workflowId: z.string(), version: z.number() });
const unreadableSchema = z.looseObject({
  file: z.enum(['definition', 'sidecar']),
  diagnostics: z.array(
    z.object({
      code: z.string(),
      severity: z.enum(['error', 'warning', 'info']),
      values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
      place: z.object({ line: z.number(), column: z.number(), start: z.number(), end: z.number() }).optional(),
      nodeId: z.string().optional(),
      path: z.array(z.union([z.string(), z.number()])).optional(),
    }),
  ),
});
const meSchema = z.looseObject({
  name: z.string(),
  role: z.string(),
  groups: z.array(z.string()),
  token: z.looseObject({ scopes: z.array(z.string()) }).nullable(),
});
const conflictsSchema = z.looseObject({ nodes: z.array(z.string()) });
const listSchema = z.object({
  workflows: z.array(z.looseObject({ id: z.string(), key: z.string(), name: z.string() })),
});

export interface ImportOptions {
  readonly sidecar?: string | boolean | undefined;
  readonly name?: string | undefined;
  /** Replaces the workflow of the same key, at the version that it has now. */
  readonly replace?: boolean | undefined;
  /** False: what was published since the last file is not merged into this one. */
  readonly merge?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** Imports a file with its sidecar. Ends with 3 when the workflow exists and `replace` is not given. */
export async function importFile(io: Io, file: string, options: ImportOptions): Promise<ExitCode> {
  const definition = await readDefinitionFile(io, file, options, options.name);
  const client = createClient(io);
  const { file: main, sidecar } = definition;
  const body = {
    fileName: main.name,
    encoding: 'base64',
    content: base64(main.bytes),
    ...(sidecar && { sidecar: base64(sidecar.bytes) }),
    ...(options.merge === false && { merge: false }),
  };
  const { imported, replaced } = await sendImport(client, body, options.replace === true, {
    definition: main.path,
    sidecar: sidecar?.path ?? main.path,
  });
  const { workflowId, changed } = imported;
  const url = `${client.url}/workflows/${workflowId}`;
  if (options.json) io.out(json({ workflowId, changed, replaced, sidecar: sidecar?.path ?? null, url }));
  else io.out(printable(`${main.path}: ${outcomeWords(changed, replaced)} ${url}\n`));
  return EXIT.fine;
}

export interface ExportOptions {
  /** Where to; absent = standard output. */
  readonly output?: string | undefined;
  readonly sidecar?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** Writes a workflow's file, byte for byte as it stands, and with `output` its sidecar beside it. */
export async function exportFile(io: Io, idOrKey: string, options: ExportOptions): Promise<ExitCode> {
  const client = createClient(io);
  const id = await findWorkflow(client, idOrKey);
  const definition = await fetchPart(client, id, 'definition');
  const wanted = options.sidecar !== false && (options.output !== undefined || options.json === true);
  const sidecar = wanted ? await fetchSidecar(client, id) : null;
  const { output } = options;
  const files = output === undefined ? [] : await writeParts(output, definition, sidecar);
  if (options.json) {
    const inline = { content: text(definition), sidecar: sidecar && text(sidecar) };
    io.out(json({ workflowId: id, files, ...(output === undefined && inline) }));
  } else if (output === undefined) io.out(definition);
  else io.out(printable(files.map((file) => `${file}\n`).join('')));
  return EXIT.fine;
}

/** Says whose token it is and what it is for, never what it is. */
export async function showToken(io: Io, options: { readonly json?: boolean | undefined }): Promise<ExitCode> {
  const client = createClient(io);
  const me = await readAnswer(await client.demand('/api/v1/me'), meSchema);
  const { name, role, groups, token } = me;
  if (options.json) io.out(json({ url: client.url, ...me }));
  else
    io.out(
      printable(
        `${name}, ${role}, at ${client.url}\ngroups: ${listed(groups)}\nscopes: ${listed(token?.scopes ?? [])}\n`,
      ),
    );
  return EXIT.fine;
}

async function sendImport(
  client: Client,
  body: unknown,
  replace: boolean,
  names: Readonly<Record<'definition' | 'sidecar', string>>,
): Promise<{ imported: z.infer<typeof importedSchema>; replaced: boolean }> {
  const first = await client.ask('/api/v1/workflows', { method: 'POST', body });
  if (first.ok) return { imported: await readAnswer(first.response, importedSchema), replaced: false };
  const { problem } = first;
  const unreadable = unreadableSchema.safeParse(problem);
  if (problem.code === 'unreadable' && unreadable.success) {
    const found = unreadable.data.diagnostics.map((each) => finding(each, names[unreadable.data.file]));
    throw refusal(problem, `The server cannot read it:\n${found.map(findingLine).join('')}`.trimEnd());
  }
  const existing = existsSchema.safeParse(problem);
  if (problem.code !== 'exists' || !existing.success) throw refusal(problem);
  const { workflowId, version } = existing.data;
  if (!replace)
    throw refusal(problem, `The workflow exists, in version ${version}. With --replace it becomes the next one.`);
  const answer = await client.ask(`/api/v1/workflows?replace=${encodeURIComponent(workflowId)}`, {
    method: 'POST',
    body,
    headers: { 'If-Match': `"${version}"` },
  });
  if (!answer.ok) throw refusal(answer.problem, conflictWords(answer.problem));
  return { imported: await readAnswer(answer.response, importedSchema), replaced: true };
}

/** What to do about nodes that were changed on both sides; undefined where that is not what was refused. */
function conflictWords(problem: Problem): string | undefined {
  const conflicts = conflictsSchema.safeParse(problem);
  if (problem.code !== 'conflicts' || !conflicts.success) return undefined;
  const nodes = conflicts.data.nodes.map((node) => `  ${node}\n`).join('');
  return `Changed in the file and in Failpath, differently:\n${nodes}Import it in the browser to decide, or with --no-merge to lose what was published.`;
}

function outcomeWords(changed: boolean, replaced: boolean): string {
  if (!changed) return 'stands there already, byte for byte:';
  return replaced ? 'replaced' : 'imported as';
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id of a workflow that is named by its id or, as the platform does, by its key. */
async function findWorkflow(client: Client, idOrKey: string): Promise<string> {
  if (UUID.test(idOrKey)) return idOrKey;
  const { workflows } = await readAnswer(await client.demand('/api/v1/workflows'), listSchema);
  const found = workflows.filter(({ key }) => key === idOrKey);
  const [only, ...others] = found;
  if (!only)
    throw new CliError(`There is no workflow with the key ${idOrKey}.`, { exit: EXIT.refused, code: 'not_found' });
  if (others.length === 0) return only.id;
  const ids = found.map(({ id, name }) => `  ${id}  ${name}`).join('\n');
  const message = `${found.length} workflows have this key. Name one by its id:\n${ids}`;
  throw new CliError(message, { exit: EXIT.wrongUse, code: 'ambiguous' });
}

async function fetchPart(client: Client, id: string, part: 'definition' | 'sidecar'): Promise<Uint8Array> {
  return bytesOf(await client.demand(`/api/v1/workflows/${id}/export?part=${part}`));
}

async function fetchSidecar(client: Client, id: string): Promise<Uint8Array | null> {
  const answer = await client.ask(`/api/v1/workflows/${id}/export?part=sidecar`);
  if (answer.ok) return bytesOf(answer.response);
  if (answer.problem.status === 404) return null;
  throw refusal(answer.problem);
}

async function bytesOf(response: Response): Promise<Uint8Array> {
  return new Uint8Array(await response.arrayBuffer());
}

async function writeParts(output: string, definition: Uint8Array, sidecar: Uint8Array | null): Promise<string[]> {
  await write(output, definition);
  if (!sidecar) return [output];
  const beside = path.join(path.dirname(output), sidecarName(path.basename(output)));
  await write(beside, sidecar);
  return [output, beside];
}

async function write(file: string, bytes: Uint8Array): Promise<void> {
  try {
    await writeFile(file, bytes);
  } catch (error) {
    const message = `${file} cannot be written: ${codeOf(error) ?? 'unknown reason'}`;
    throw new CliError(message, { exit: EXIT.wrongUse, code: 'unwritable', more: { file }, cause: error });
  }
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8');
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.join(', ');
}
