// A platform in small: takes Failpath's requests to let a test node fail, does it with its own retry loop, and reports
// what happened to Failpath's history. Nothing but Node is needed. See README.md.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const {
  PORT = '8099',
  HOST = '127.0.0.1',
  /** Shown once when the target is declared in Failpath: whsec_… */
  DRILL_SECRET,
  FAILPATH_URL = 'http://localhost:3000',
  /** A token of Failpath with the scope "history". */
  FAILPATH_TOKEN,
  /** The retry of the test nodes, as this platform has it: what a drill puts to the test. */
  TEST_NODES = JSON.stringify({
    'charge-card-test': { maxAttempts: 3, initialInterval: 5_000, maxInterval: 60_000 },
  }),
} = process.env;
if (!DRILL_SECRET || !FAILPATH_TOKEN) throw new Error('DRILL_SECRET and FAILPATH_TOKEN must be set');

/** Test nodes that may be let fail, and no others. */
const nodes = new Map(Object.entries(JSON.parse(TEST_NODES)));
/** What a drill has set for itself, by trial; put back when it is asked for. */
const overrides = new Map();
/** Requests that were taken: one that comes again is the same one. */
const taken = new Set();
/** Codes that pass by themselves: they are tried again. All others are not. */
const TRANSIENT = new Set(['ETIMEDOUT', 'ECONNREFUSED', 'ECONNRESET', 'EAI_AGAIN', '429', '503', '55P03']);

const server = createServer(async (request, response) => {
  const answer = (status, text = '') => response.writeHead(status).end(text);
  try {
    if (request.method !== 'POST') return answer(405);
    const body = await textOf(request);
    if (!isSigned(request.headers, body)) return answer(401, 'wrong signature');
    const asked = JSON.parse(body);
    if (asked.type === 'drill.restore') {
      overrides.delete(asked.trial);
      return answer(200);
    }
    if (asked.type !== 'drill.start') return answer(400, 'unknown type');
    if (!nodes.has(asked.testNode)) return answer(404, 'not a test node');
    if (!taken.has(request.headers['webhook-id'])) {
      taken.add(request.headers['webhook-id']);
      if (asked.override) overrides.set(asked.trial, asked.override);
      // Not awaited: the answer says that it was taken, and nothing more.
      run(asked).catch((error) => console.error(`${asked.trial}: ${error}`));
    }
    return answer(202);
  } catch (error) {
    console.error(String(error));
    return answer(400);
  }
});
server.listen(Number(PORT), HOST, () => console.log(`listening on ${HOST}:${server.address().port}`));

/** One execution after the other, each with a run id that Failpath gave. */
async function run(asked) {
  const receiver = newPaymentProvider();
  for (const runId of asked.runIds) await execute(asked, runId, receiver);
}

/** What an engine does with a node: try, and try again as the rule says. */
async function execute(asked, runId, receiver) {
  const rule = { ...nodes.get(asked.testNode), ...overrides.get(asked.trial) };
  const input = JSON.stringify({ order: runId, amount: 1 });
  let delay = rule.initialInterval;
  for (let attempt = 1; ; attempt++) {
    const began = Date.now();
    const error = await attemptOnce(asked, { attempt, input, runId, receiver });
    await report(asked, {
      runId,
      attempt,
      status: error ? 'failed' : 'succeeded',
      errorCode: error?.code ?? null,
      errorMessage: error?.message ?? null,
      payloadHash: createHash('sha256').update(input).digest('hex'),
      occurredAt: new Date().toISOString(),
      durationMs: Date.now() - began,
    });
    if (!error || !TRANSIENT.has(error.code) || attempt >= rule.maxAttempts) return;
    await sleep(delay);
    delay = Math.min(rule.maxInterval, delay * 2);
  }
}

/** One try of the test node's action, with the fault that was asked for; null = it went well. */
async function attemptOnce(asked, { attempt, input, runId, receiver }) {
  if (asked.fault === 'effect_then_timeout') {
    // Done for real; only the answer to the first try is lost.
    const effect = receiver.charge(runId, input);
    if (effect) await reportEffect(asked, runId, effect);
    if (attempt > 1) return null;
  }
  return { code: asked.errorCode, message: `drill ${asked.drill}: ${asked.fault}` };
}

/** The other side, which drops what it has had: that is the claim that drill 5 puts to the test. */
function newPaymentProvider() {
  const had = new Set();
  let effects = 0;
  return {
    /** Number of the effect; null = this key was had before, and nothing happened. */
    charge: (key) => {
      if (had.has(key) && process.env.DOUBLES !== '1') return null;
      had.add(key);
      effects += 1;
      return effects;
    },
  };
}

/** Each time it really happens: one succeeded step more, named by its number. */
function reportEffect(asked, runId, number) {
  return report(asked, { runId, subIndex: `effect-${number}`, status: 'succeeded', occurredAt: new Date().toISOString() });
}

async function report({ source, workflow, testNode }, step) {
  const steps = [{ source, workflowId: workflow, nodeId: testNode, ...step }];
  for (let tries = 1; ; tries++) {
    const response = await fetch(new URL('/api/v1/run-steps', FAILPATH_URL), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${FAILPATH_TOKEN}` },
      body: JSON.stringify({ steps }),
    }).catch(() => null);
    if (response?.ok) return;
    if (tries === 5) throw new Error(`a step could not be reported: ${response?.status ?? 'not reached'}`);
    await sleep(500 * tries);
  }
}

/** Standard Webhooks: `v1,` and the HMAC-SHA256 of id, timestamp and body; not older than five minutes. */
function isSigned(headers, body) {
  const [id, timestamp] = [headers['webhook-id'], headers['webhook-timestamp']];
  if (Math.abs(Date.now() / 1_000 - Number(timestamp)) > 300) return false;
  const key = Buffer.from(DRILL_SECRET.replace(/^whsec_/, ''), 'base64');
  const right = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  return String(headers['webhook-signature'] ?? '')
    .split(' ')
    .filter((each) => each.startsWith('v1,'))
    .map((each) => Buffer.from(each.slice(3), 'base64'))
    .some((given) => given.length === right.length && timingSafeEqual(given, right));
}

async function textOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
