import { z } from 'zod';
import type { Json } from '@/lib/shared/json';
import { FORMAT, readDocument } from './failpath/document';
import { sidecarName } from './file-name';
import { createSplicer } from './source/splice';
import { lookup, toJson } from './source/tree';
import { yamlString } from './source/yaml-scalar';

/** What a companion file says of one node: drills that were passed there, by kind and target, for a policy and recipient. */
export interface FileCertificate {
  readonly node: string;
  /** simulated: rule, hand-off and alert; platform: execution too. */
  readonly kind: string;
  readonly target: string;
  /** Hash of the policy that was drilled. */
  readonly policy: string;
  readonly recipient: string | null;
  readonly drills: readonly {
    readonly drill: number;
    readonly passedAt: Date;
    readonly validUntil: Date;
  }[];
}

const KEY = 'certificates';
/** A companion that says nothing else is made for certificates, and goes with them. */
const FRAME = ['format', 'sidecarOf', 'workflow', 'nodes', KEY];

/**
 * The companion file with these certificates and no others; all else in it keeps its bytes. Without certificates it is
 * what it was (null = there is none). One that cannot be read, or would not take them, is left as it is: certificates
 * are nothing that an export may fail by.
 */
export function withCertificates(
  sidecar: string | null,
  { fileName, workflow }: { readonly fileName: string; readonly workflow: string },
  certificates: readonly FileCertificate[],
): string | null {
  const bare = withoutCertificates(sidecar, fileName).sidecar;
  if (certificates.length === 0) return bare;
  const frame = bare ?? newCompanion(fileName, workflow);
  const value = certificates.map(toValue);
  return setCertificates(frame, fileName, value) ?? bare;
}

/** What a companion file says beside its certificates, and how many nodes it names in them. */
export interface BareCompanion {
  /** Null: it said nothing else. */
  readonly sidecar: string | null;
  readonly nodes: number;
}

/**
 * Takes the certificates out of a companion file that was brought; all else keeps its bytes. They say what was proved
 * elsewhere, or once: here they prove nothing, and the next export says what holds then.
 */
export function withoutCertificates(sidecar: string | null, fileName: string): BareCompanion {
  const document = sidecar === null ? null : readDocument(sidecar, sidecarName(fileName)).document;
  const present = document && lookup(document.root, KEY);
  if (sidecar === null || !document || !present) return { sidecar, nodes: 0 };
  const nodes = nodesOf(toJson(present));
  const saysMore =
    document.root.entries.some(({ key }) => !FRAME.includes(key)) || (document.list?.items.length ?? 0) > 0;
  if (!saysMore) return { sidecar: null, nodes };
  return { sidecar: setCertificates(sidecar, fileName, undefined) ?? sidecar, nodes };
}

/** Null when the text does not take it. */
function setCertificates(text: string, fileName: string, value: Json | undefined): string | null {
  const { document } = readDocument(text, sidecarName(fileName));
  if (!document) return null;
  const splicer = createSplicer(document.tree);
  splicer.setEntries(document.root, [{ key: KEY, value, shape: {} }]);
  const spliced = splicer.finish();
  return spliced.ok ? spliced.text : null;
}

function newCompanion(fileName: string, workflow: string): string {
  const word = (value: string) => yamlString(value, { flow: false });
  return [`format: ${FORMAT}`, `sidecarOf: ${word(fileName)}`, `workflow: ${word(workflow)}`, 'nodes: []', ''].join(
    '\n',
  );
}

function toValue({ node, kind, target, policy, recipient, drills }: FileCertificate): Json {
  const passed = drills.map(({ drill, passedAt, validUntil }) => {
    return { drill, passedAt: passedAt.toISOString(), validUntil: validUntil.toISOString() };
  });
  return { node, kind, target, policy, ...(recipient !== null && { recipient }), drills: passed };
}

function nodesOf(value: Json): number {
  const read = z.array(z.looseObject({ node: z.string() })).safeParse(value);
  return read.success ? new Set(read.data.map(({ node }) => node)).size : 0;
}
