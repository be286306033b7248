import type { ActionKind } from '@/lib/model/action-kinds';
import { isJsonObject, type Json, type JsonObject } from '@/lib/shared/json';
import { actionId, type GuessedAction } from '../guessed-actions';
import { own } from '../source/shape';
import { asList, asMap, lookup, mapToJson, toJson } from '../source/tree';
import type { ArgoTemplate, TemplateType } from './template';

/** Where artifacts are kept, by their key, and what names the place there. */
const STORES: Readonly<Record<string, { readonly kind: ActionKind; readonly names: readonly string[] }>> = {
  s3: { kind: 'object_storage', names: ['bucket', 'key'] },
  gcs: { kind: 'object_storage', names: ['bucket', 'key'] },
  oss: { kind: 'object_storage', names: ['bucket', 'key'] },
  azure: { kind: 'object_storage', names: ['container', 'blob'] },
  hdfs: { kind: 'object_storage', names: ['path'] },
  http: { kind: 'http', names: ['url'] },
  artifactory: { kind: 'http', names: ['url'] },
  git: { kind: 'third_party', names: ['repo'] },
};
const WORKFLOW = /^[ \t]*["']?kind["']?[ \t]*:[ \t]*["']?(?:Cron)?Workflow["']?[ \t]*,?[ \t]*$/m;

/** What a template reaches outside, guessed from what it says. What a container does is not seen. */
export function guessActions({ map, type }: ArgoTemplate): readonly GuessedAction[] {
  const inner = type === null ? null : asMap(lookup(map, type));
  const said = inner ? mapToJson(inner) : {};
  const guess = type === null ? undefined : BY_TYPE[type];
  return [...(guess ? [guess(said)] : []), ...artifacts(map, 'inputs', 'read'), ...artifacts(map, 'outputs', 'write')];
}

const BY_TYPE: Partial<Record<TemplateType, (said: JsonObject) => GuessedAction>> = {
  http: httpAction,
  plugin: pluginAction,
  resource: resourceAction,
};

function httpAction(http: JsonObject): GuessedAction {
  const url = text(own(http, 'url'));
  const target = url && `${text(own(http, 'method')) ?? 'GET'} ${url.replace(/^https?:\/\//, '')}`;
  return { id: 'http', kind: 'http', ...(target && { target }) };
}

function pluginAction(plugin: JsonObject): GuessedAction {
  const [name] = Object.keys(plugin);
  return { id: 'plugin', kind: 'third_party', ...(name && { target: name }) };
}

/** A manifest is a text, with `{{…}}` in it that no YAML allows. */
function resourceAction(resource: JsonObject): GuessedAction {
  const manifest = text(own(resource, 'manifest')) ?? '';
  const kind = /^[ \t]*["']?kind["']?[ \t]*:[ \t]*["']?(\w+)/m.exec(manifest)?.[1];
  const target = [text(own(resource, 'action')), kind].filter(Boolean).join(' ');
  return { id: 'resource', kind: WORKFLOW.test(manifest) ? 'sub_workflow' : 'third_party', ...(target && { target }) };
}

function artifacts(map: ArgoTemplate['map'], side: 'inputs' | 'outputs', verb: string): readonly GuessedAction[] {
  const part = asMap(lookup(map, side));
  const items = (part && asList(lookup(part, 'artifacts'))?.items) ?? [];
  const seen = new Set<string>();
  return items.flatMap((item): readonly GuessedAction[] => {
    const artifact = toJson(item.value);
    if (!isJsonObject(artifact)) return [];
    const store = Object.keys(STORES).find((key) => isJsonObject(own(artifact, key)));
    const place = store === undefined ? undefined : own(artifact, store);
    const known = store === undefined ? undefined : STORES[store];
    const id = actionId(`${verb} ${text(own(artifact, 'name')) ?? store}`);
    if (!known || !isJsonObject(place) || seen.has(id)) return [];
    seen.add(id);
    const target = known.names.flatMap((name) => text(own(place, name)) ?? []).join('/');
    return [{ id, kind: known.kind, ...(target !== '' && { target }) }];
  });
}

function text(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
