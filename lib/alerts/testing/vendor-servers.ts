import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { Webhook } from 'standardwebhooks';
import type { ChannelKind } from '@/lib/owners/channel-kinds';
import { isJsonObject, type JsonObject } from '@/lib/shared/json';
import { listening, type Misbehaviour, misbehave } from './misbehaviour';

export type VendorKind = Exclude<ChannelKind, 'mail'>;

/** One request as it arrived. */
export interface VendorRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  readonly json: JsonObject;
  readonly status: number;
}

export interface VendorServer {
  /** Host with port, as `FAILPATH_CHANNEL_HOSTS` wants it. */
  readonly host: string;
  /** The address that a channel of this kind is given; for Jira the site. */
  readonly url: string;
  readonly requests: readonly VendorRequest[];
  /** What the next requests get instead, one each, in this order; afterwards it answers well again. */
  next(...how: readonly Misbehaviour[]): void;
  close(): Promise<void>;
}

/** Secrets that the servers check signatures with; `webhook` is a `whsec_…`, `jira` a token. */
export const VENDOR_SECRETS = {
  feishu: 'feishu-secret-demo',
  dingtalk: 'SECtest0123456789',
  webhook: 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=',
  jira: 'jira-token-0123456789',
} as const;

interface Answer {
  readonly status: number;
  readonly body: string;
}

const PATHS: Readonly<Record<VendorKind, string>> = {
  slack: '/services/T00000000/B00000000/slackTokenXXXXXXXXXXXXXX',
  teams:
    '/powerautomate/automations/direct/workflows/w1/triggers/manual/paths/invoke?api-version=1&sig=teamsSigXXXXXXXX',
  feishu: '/open-apis/bot/v2/hook/feishu-token-0123456789',
  dingtalk: '/robot/send?access_token=dingtalkToken0123456789',
  wecom: '/cgi-bin/webhook/send?key=wecom-key-0123456789',
  jira: '/',
  webhook: '/hooks/failpath',
};

/**
 * A server on the loopback interface that takes messages as the vendor's document says: it checks shape, size and
 * signature, and answers as that vendor does, which is mostly 200 with an error in the body.
 */
export async function startVendor(kind: VendorKind): Promise<VendorServer> {
  const requests: VendorRequest[] = [];
  const queue: Misbehaviour[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const how = queue.shift();
      const json = parsed(body);
      const url = new URL(request.url ?? '/', 'http://vendor.example');
      const headers = plainHeaders(request);
      const answer = json === null ? refusal(kind) : JUDGES[kind]({ url, headers, body, json });
      requests.push({ path: request.url ?? '', headers, body, json: json ?? {}, status: answer.status });
      if (how) misbehave(response, how);
      else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    });
  });
  const { host, close } = await listening(server);
  return { host, url: `http://${host}${PATHS[kind]}`, requests, next: (...how) => queue.push(...how), close };
}

interface Judged {
  readonly url: URL;
  readonly headers: VendorRequest['headers'];
  readonly body: string;
  readonly json: JsonObject;
}

const JUDGES: Readonly<Record<VendorKind, (judged: Judged) => Answer>> = {
  slack: ({ json }) => {
    const { text, blocks } = json;
    const list = Array.isArray(blocks) ? blocks.filter(isJsonObject) : [];
    const fits = typeof text === 'string' && list.length > 0 && list.length <= 50 && list.every(isSlackBlock);
    return fits ? { status: 200, body: 'ok' } : { status: 400, body: 'invalid_payload' };
  },
  teams: ({ url, body, json }) => {
    if (!url.searchParams.has('sig')) return { status: 401, body: '' };
    if (bytes(body) > 28 * 1_024) return { status: 413, body: '' };
    return { status: json.type === 'message' ? 202 : 400, body: '' };
  },
  feishu: ({ body, json }) => {
    const coded = (code: number, msg: string) => ({ status: 200, body: JSON.stringify({ code, msg, data: {} }) });
    if (bytes(body) > 20 * 1_024) return { status: 400, body: JSON.stringify({ code: 9499, msg: 'Bad Request' }) };
    const seconds = String(json.timestamp);
    const sign = createHmac('sha256', `${seconds}\n${VENDOR_SECRETS.feishu}`).digest('base64');
    if (json.sign !== sign || !isNear(Number(seconds) * 1_000)) return coded(19_021, 'sign match fail');
    return json.msg_type === 'interactive' ? coded(0, 'success') : coded(9_499, 'Bad Request');
  },
  dingtalk: ({ url, body, json }) => {
    if (bytes(body) > 20_000) return errcode(460_101, 'message too long, exceed 20000 bytes');
    const ms = url.searchParams.get('timestamp') ?? '';
    const sign = createHmac('sha256', VENDOR_SECRETS.dingtalk).update(`${ms}\n${VENDOR_SECRETS.dingtalk}`);
    if (url.searchParams.get('sign') !== sign.digest('base64') || !isNear(Number(ms)))
      return errcode(310_000, 'sign not match');
    return json.msgtype === 'markdown' ? errcode(0, 'ok') : errcode(310_000, 'keywords not in content');
  },
  wecom: ({ body, json }) => {
    if (/\\u[0-9a-f]{4}/i.test(body)) return errcode(40_033, 'invalid charset');
    const content = isJsonObject(json.markdown) ? json.markdown.content : null;
    if (typeof content !== 'string') return errcode(40_008, 'invalid message type');
    return bytes(content) > 4_096 ? errcode(40_058, 'markdown.content exceed max length 4096') : errcode(0, 'ok');
  },
  jira: ({ url, headers, json }) => {
    const [, credentials = ''] = (headers.authorization ?? '').split(' ');
    if (!Buffer.from(credentials, 'base64').toString().endsWith(`:${VENDOR_SECRETS.jira}`)) {
      return { status: 401, body: 'Basic authentication with passwords is deprecated.' };
    }
    const fields = isJsonObject(json.fields) ? json.fields : {};
    const project = isJsonObject(fields.project) ? fields.project.key : null;
    const problem = jiraProblem(fields, project);
    if (url.pathname !== '/rest/api/3/issue') return { status: 404, body: '' };
    if (problem) return { status: 400, body: JSON.stringify({ errorMessages: [], errors: problem }) };
    const issue = { id: '10001', key: `${String(project)}-42`, self: 'https://jira.example/rest/api/3/issue/10001' };
    return { status: 201, body: JSON.stringify(issue) };
  },
  webhook: ({ headers, body }) => {
    try {
      new Webhook(VENDOR_SECRETS.webhook).verify(body, {
        'webhook-id': headers['webhook-id'] ?? '',
        'webhook-timestamp': headers['webhook-timestamp'] ?? '',
        'webhook-signature': headers['webhook-signature'] ?? '',
      });
      return { status: 204, body: '' };
    } catch {
      return { status: 401, body: 'signature does not match' };
    }
  },
};

function refusal(kind: VendorKind): Answer {
  if (kind === 'dingtalk' || kind === 'wecom') return errcode(40_035, 'invalid json');
  return { status: 400, body: 'invalid_payload' };
}

function errcode(code: number, errmsg: string): Answer {
  return { status: 200, body: JSON.stringify({ errcode: code, errmsg }) };
}

function isSlackBlock(block: JsonObject): boolean {
  const { text, fields } = block;
  const length = isJsonObject(text) && typeof text.text === 'string' ? text.text.length : 0;
  const most = block.type === 'header' ? 150 : 3_000;
  const list = Array.isArray(fields) ? fields.filter(isJsonObject) : [];
  const short = list.every((field) => typeof field.text === 'string' && field.text.length <= 2_000);
  return length <= most && list.length <= 10 && short;
}

function jiraProblem(fields: JsonObject, project: unknown): JsonObject | null {
  if (project !== 'OPS') return { project: 'valid project is required' };
  if (JSON.stringify(fields.description ?? '').length > 32_767) return { description: 'too long' };
  const { summary, labels } = fields;
  if (typeof summary !== 'string' || summary.length > 255 || summary.includes('\n')) return { summary: 'too long' };
  const named = Array.isArray(labels) && labels.every((label) => typeof label === 'string' && !/\s/.test(label));
  return named ? null : { labels: 'contains spaces' };
}

/** Vendors take signatures of the last hour; tests may have a clock of their own. */
function isNear(ms: number): boolean {
  return Math.abs(Date.now() - ms) <= 3_600_000;
}

function bytes(text: string): number {
  return Buffer.byteLength(text);
}

function parsed(body: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(body);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

function plainHeaders(request: IncomingMessage): VendorRequest['headers'] {
  return Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
}

async function readBody(request: IncomingMessage): Promise<string> {
  request.setEncoding('utf8');
  let text = '';
  for await (const part of request) text += String(part);
  return text;
}
