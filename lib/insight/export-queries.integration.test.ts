import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withCertificates } from '@/lib/dialects/certificates';
import { awardCertificate } from '@/lib/drills/certificate-store';
import { provableNow } from '@/lib/drills/proof-queries';
import { CERTIFICATE_MS, type CertificateKind, type Drill } from '@/lib/drills/vocabulary';
import { isJsonObject } from '@/lib/shared/json';
import { testContext } from '@/lib/testing/context';
import { importWorkflow, previewImport } from '@/lib/workflows/import';
import { publishPolicy } from '@/lib/workflows/publish';
import { importSchema, publishSchema } from '@/lib/workflows/schema';
import { exportFile } from './export-queries';

const ctx = testContext();
const OWN = `format: failpath/v1
workflow: orders
owner: team
nodes:
  - id: charge   # the expensive one
    retry: { maxAttempts: 3, backoff: fixed, initialInterval: 5s, maxInterval: 5s }
  - id: ship
    type: http
`;
const MACHINE = JSON.stringify({
  StartAt: 'Charge',
  States: { Charge: { Type: 'Task', Resource: 'arn:aws:lambda:eu-west-1:1:function:charge', End: true } },
});
const BESIDE = `# ours
format: failpath/v1
sidecarOf: orders.asl.json
workflow: machine
nodes:
  - id: Charge
    owner: team
    alert: { silence: 45m }
`;

beforeAll(async () => {
  const { id: groupId } = await ctx.db.ownerGroup.create({ data: { slug: 'team', name: 'Team' } });
  const settings = { to: ['a@example.com'] };
  await ctx.db.channel.create({ data: { groupId, kind: 'mail', name: 'Duty', settings, updatedAt: ctx.now } });
});
beforeEach(() => ctx.db.workflow.deleteMany());

const base64 = (text: string) => Buffer.from(text).toString('base64');
const brought = (fileName: string, text: string, sidecar?: string | null) =>
  importSchema.parse({ fileName, content: base64(text), ...(sidecar && { sidecar: base64(sidecar) }) });

async function imported(fileName: string, text: string, sidecar?: string): Promise<string> {
  const result = await importWorkflow(ctx, brought(fileName, text, sidecar));
  if (!result.ok) throw new Error(result.error.reason);
  return result.value.workflowId;
}

async function pass(nodeId: string, drills: readonly Drill[], kind: CertificateKind, target: string, at = ctx.now) {
  const { id, config, workflow } = await ctx.db.node.findFirstOrThrow({
    where: { nodeId },
    include: { workflow: true },
  });
  const node = { id, config: isJsonObject(config) ? config : {}, workflowOwner: workflow.owner };
  const current = (await provableNow(ctx, [node])).get(id);
  if (!current) throw new Error('the node is there');
  for (const drill of drills) {
    const award = { nodeRowId: id, drill, kind, target, nodeVersion: 1, passedAt: at, ...current };
    await awardCertificate(ctx.db, { ...award, trialId: randomUUID(), runId: randomUUID() });
  }
}

const beside = async (id: string) => (await exportFile(ctx, id, 'sidecar'))?.content ?? null;

describe('a workflow whose own text says it all', () => {
  it('has a file beside it for certificates alone, while one holds', async () => {
    const id = await imported('orders.yaml', OWN);
    expect(await beside(id)).toBeNull();
    await pass('charge', [1, 2], 'simulated', 'sandbox');
    await pass('charge', [1], 'platform', 'staging');
    await pass('ship', [3], 'simulated', 'sandbox', new Date(ctx.now.getTime() - CERTIFICATE_MS));
    const file = await exportFile(ctx, id, 'sidecar');
    expect(file).toMatchObject({ fileName: 'orders.failpath.yaml', mediaType: 'application/yaml' });
    expect(file?.content).toMatch(/^format: failpath\/v1\nsidecarOf: orders\.yaml\nworkflow: orders\nnodes: \[\]\n/);
    expect(file?.content.match(/- node: charge/g)).toHaveLength(2);
    expect(file?.content).toContain('kind: platform\n    target: staging');
    expect(file?.content).toContain('recipient: team');
    expect(file?.content).toContain('validUntil: "2027-02-18T08:00:00.000Z"');
    expect(file?.content).not.toContain('ship');
    expect((await exportFile(ctx, id, 'definition'))?.content).toBe(OWN);
  });

  it('is the same workflow when both files are brought back, and gives the same bytes again', async () => {
    const id = await imported('orders.yaml', OWN);
    await pass('charge', [1, 2, 3, 4], 'platform', 'staging');
    const taken = await exportFile(ctx, id, 'sidecar');
    const preview = await previewImport(ctx, brought('orders.yaml', OWN, taken?.content));
    expect(preview).toMatchObject({ ok: true, value: { kind: 'same' } });
    const [info] = preview.ok ? preview.value.diagnostics.filter(({ code }) => code === 'certificates_brought') : [];
    expect(info).toMatchObject({ severity: 'info', values: { count: 1, file: 'orders.failpath.yaml' } });
    expect(await exportFile(ctx, id, 'sidecar')).toEqual(taken);
  });

  it('loses it with the policy that was proved, and another tag comes with each change', async () => {
    const id = await imported('orders.yaml', OWN);
    await pass('charge', [1], 'simulated', 'sandbox');
    const before = await exportFile(ctx, id, 'sidecar');
    await pass('charge', [2], 'simulated', 'sandbox');
    expect((await exportFile(ctx, id, 'sidecar'))?.tag).not.toBe(before?.tag);
    const node = await ctx.db.node.findFirstOrThrow({ where: { nodeId: 'charge' } });
    const document = { retry: { maxAttempts: 3, backoff: 'fixed', initialInterval: '6s', maxInterval: '6s' } };
    const published = await publishPolicy(
      ctx,
      publishSchema.parse({ nodeRowId: node.id, document, baseVersion: node.version, note: '' }),
    );
    expect(published.ok).toBe(true);
    expect(await beside(id)).toBeNull();
  });
});

describe('a workflow with a file beside it', () => {
  it('gets its certificates at the end of it, and keeps the rest', async () => {
    const id = await imported('orders.asl.json', MACHINE, BESIDE);
    expect(await beside(id)).toBe(BESIDE);
    await pass('Charge', [4], 'platform', 'staging');
    const taken = await beside(id);
    expect(taken?.startsWith(`${BESIDE}certificates:\n`)).toBe(true);
    expect(await previewImport(ctx, brought('orders.asl.json', MACHINE, taken))).toMatchObject({
      value: { kind: 'same' },
    });
    await ctx.db.channel.updateMany({ data: { settings: { to: ['b@example.com'] } } });
    expect(await beside(id)).toBe(BESIDE);
  });

  it('proves nothing by what it brought, and does not keep it', async () => {
    const elsewhere = { passedAt: ctx.now, validUntil: new Date(ctx.now.getTime() + CERTIFICATE_MS) };
    const claimed = withCertificates(BESIDE, { fileName: 'orders.asl.json', workflow: 'machine' }, [
      {
        ...{ node: 'Charge', kind: 'platform', target: 'staging', policy: 'f00', recipient: 'team' },
        drills: [{ drill: 1, ...elsewhere }],
      },
    ]);
    if (claimed === null) throw new Error('it was put in');
    const id = await imported('orders.asl.json', MACHINE, claimed);
    expect(await ctx.db.drillCertificate.count()).toBe(0);
    expect(await beside(id)).toBe(BESIDE);
  });
});

it('is null for what is none', async () => {
  for (const id of ['nonsense', randomUUID()])
    expect([await exportFile(ctx, id, 'sidecar'), await exportFile(ctx, id, 'definition')]).toEqual([null, null]);
});
