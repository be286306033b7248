import { deadlock, duplicateKey, http, lasting, lockTimeout, passing, refused, reset, timedOut } from '../modes';
import type { WorkflowScenario } from '../scenario';

const JAVA_TRACE = [
  'com.example.crm.sync.ContactMergeException: contact {id} has 2 primary addresses',
  '\tat com.example.crm.sync.ContactMerger.pickPrimary(ContactMerger.java:214)',
  '\tat com.example.crm.sync.ContactMerger.merge(ContactMerger.java:97)',
  '\tat com.example.crm.sync.PatchHandler.apply(PatchHandler.java:61)',
  '\tat com.example.crm.http.Router$Chain.next(Router.java:143)',
  '\tat com.example.crm.http.AuthFilter.handle(AuthFilter.java:38)',
  '\tat com.example.crm.http.Router$Chain.next(Router.java:143)',
  '\tat java.base/java.util.concurrent.ThreadPoolExecutor.runWorker(ThreadPoolExecutor.java:1136)',
  '\tat java.base/java.lang.Thread.run(Thread.java:840)',
  'Caused by: java.lang.IllegalStateException: primary=[A-{n}, A-{n}]',
  '\tat com.example.crm.sync.AddressBook.requireSingle(AddressBook.java:55)',
  '\t... 7 more',
].join('\n');

const orderFulfilment: WorkflowScenario = {
  key: 'order-fulfilment',
  runPrefix: 'of',
  perDay: 205,
  rhythm: 'shop',
  weekend: 0.8,
  monthTurn: 1.1,
  utcOffsetHours: 1,
  publishedDaysAgo: 74,
  nodes: [
    {
      id: 'receive-order',
      ms: [8, 60],
      modes: [
        passing('BROKER_REBALANCE', 0.004, 0.8, 'group shop-orders is rebalancing'),
        reset(0.001, 0.9, 'mq.shop.example'),
      ],
    },
    {
      id: 'validate-address',
      ms: [90, 700],
      modes: [
        lasting('ADDRESS_UNKNOWN', 0.006, 'no street "{n}" in the given postcode'),
        http(429, 0.008, 0.85, 'Too Many Requests: 50 per second'),
        timedOut(0.003, 0.7, 'addresses.example', { ms: [10_000, 10_100] }),
      ],
    },
    {
      id: 'reserve-stock',
      ms: [12, 160],
      modes: [
        lockTimeout(0.014, 0.72, 'stock_reservation'),
        deadlock(0.004, 0.9),
        duplicateKey(0.0015, 'stock_reservation_line_key'),
      ],
    },
    {
      id: 'screen-fraud',
      ms: [250, 1_900],
      modes: [
        http(503, 0.006, 0.6, 'Service Unavailable'),
        lasting('RISK-REVIEW', 0.007, 'decision pending: manual review required (case {id})'),
        lasting('HTTP_401', 0.01, 'token expired', { during: 'night' }),
      ],
    },
    {
      id: 'charge-card',
      ms: [350, 2_400],
      payments: ['ETIMEDOUT', 'HTTP_503'],
      modes: [
        lasting('card_declined', 0.021, 'Your card was declined. (insufficient_funds)'),
        passing('psp_busy', 0.011, 0.75, 'provider is busy, try again'),
        timedOut(0.005, 0.7, 'payments.example'),
        reset(0.002, 0.8, 'payments.example'),
        lasting('PSP-4093', 0.004, 'PSP-4093 request in conflicting state'),
      ],
    },
    {
      id: 'book-parcel',
      ms: [400, 3_500],
      modes: [
        timedOut(0.027, 0.8, 'api.parcel.example'),
        http(503, 0.016, 0.8, 'upstream connect error or disconnect/reset before headers'),
        lasting('E_LEGACY_17', 0.012, 'E_LEGACY_17: depot table out of range'),
        lasting('HTTP_422', 0.004, '{"field":"weight","reason":"must be below 31500"}'),
      ],
    },
    {
      id: 'store-label',
      ms: [40, 300],
      modes: [
        http(500, 0.004, 0.8, 'InternalError: We encountered an internal error. Please try again.'),
        reset(0.002, 0.9, 'labels.storage.example'),
      ],
    },
    {
      id: 'announce-shipment',
      ms: [5, 40],
      modes: [
        passing('QUEUE_FULL', 0.005, 0.6, 'queue shop.order-shipped reached max-length'),
        refused(0.001, 0.5, 'mq.shop.example'),
      ],
    },
    {
      id: 'confirm-by-mail',
      ms: [120, 900],
      goesOn: true,
      modes: [
        lasting('MAILBOX_UNKNOWN', 0.006, '550 5.1.1 The email account that you tried to reach does not exist'),
        passing('GREYLIST-451', 0.01, 0.9, '451 4.7.1 Greylisting in action, please come back later'),
        http(429, 0.004, 0.7, 'rate limit of 100 messages per minute exceeded'),
      ],
    },
    {
      id: 'update-customer',
      ms: [200, 1_600],
      goesOn: true,
      modes: [
        lasting('E_LEGACY_17', 0.006, 'E_LEGACY_17'),
        lasting('CRM-NF', 0.005, '<img src=x onerror=alert(1)> contact <b>{id}</b> not found'),
        lasting('ContactMergeException', 0.003, JAVA_TRACE),
        lasting(null, 0.004, 'socket hang up'),
      ],
    },
    {
      id: 'start-invoice',
      ms: [60, 400],
      modes: [
        lasting('ALREADY_STARTED', 0.002, 'an execution for order {id} exists'),
        http(503, 0.002, 0.8, 'Service Unavailable'),
      ],
    },
  ],
};

const refunds: WorkflowScenario = {
  key: 'refunds',
  runPrefix: 'rf',
  perDay: 68,
  rhythm: 'office',
  weekend: 0.15,
  monthTurn: 1.3,
  utcOffsetHours: 1,
  publishedDaysAgo: 68,
  logsSkipped: true,
  nodes: [
    {
      id: 'read-return',
      ms: [30, 260],
      modes: [
        lasting('NoSuchKey', 0.006, 'The specified key does not exist: slips/{id}.tif'),
        passing('SlowDown', 0.004, 0.8, 'Please reduce your request rate.'),
      ],
    },
    {
      id: 'match-order',
      ms: [10, 90],
      modes: [
        lasting('ORDER_NOT_FOUND', 0.008, 'no order for return {id}'),
        passing('08006', 0.002, 0.9, 'server closed the connection unexpectedly'),
      ],
    },
    {
      id: 'approve-amount',
      ms: [80, 500],
      modes: [
        lasting('LIMIT_EXCEEDED', 0.03, 'amount {n}.00 is above the limit of 500.00'),
        http(502, 0.014, 0.8, 'Bad Gateway'),
      ],
    },
    {
      id: 'issue-refund',
      ms: [400, 2_200],
      payments: ['ETIMEDOUT', 'HTTP_503'],
      modes: [
        passing('psp_busy', 0.02, 0.6, 'provider is busy, try again'),
        lasting('charge_already_refunded', 0.007, 'Charge ch_{id} has already been refunded.'),
        lasting('card_expired', 0.005, 'the card has expired'),
        timedOut(0.006, 0.6, 'payments.example'),
        lasting('PSP-4093', 0.006, 'PSP-4093 request in conflicting state', { during: 'last-9-days' }),
      ],
    },
    {
      id: 'book-refund',
      ms: [15, 120],
      modes: [
        duplicateKey(0.006, 'ledger_entry_ref_key'),
        lasting('PERIOD_CLOSED', 0.05, 'accounting period is closed', { during: 'month-turn' }),
      ],
    },
    {
      id: 'restock',
      ms: [6, 50],
      visited: 0.82,
      modes: [
        refused(0.006, 0.6, 'mq.warehouse.example'),
        lasting('PRECONDITION_FAILED', 0.001, "406 PRECONDITION_FAILED - inequivalent arg 'x-max-length'"),
      ],
    },
    {
      id: 'tell-customer',
      ms: [120, 800],
      goesOn: true,
      modes: [
        http(429, 0.006, 0.8, 'rate limit of 100 messages per minute exceeded'),
        lasting('MAILBOX_UNKNOWN', 0.005, '550 5.1.1 mailbox unavailable'),
      ],
    },
  ],
};

const marketingMail: WorkflowScenario = {
  key: 'marketing-mail',
  runPrefix: 'mm',
  perDay: 0.8,
  rhythm: 'campaign',
  weekend: 0,
  monthTurn: 1,
  utcOffsetHours: 1,
  publishedDaysAgo: 63,
  nodes: [
    { id: 'load-campaign', ms: [150, 900], modes: [lasting('CampaignGone', 0.02, "=cmd|' /C calc'!A0")] },
    {
      id: 'select-audience',
      ms: [4_000, 60_000],
      modes: [lasting('57014', 0.04, 'canceling statement due to statement timeout', { ms: [60_000, 60_050] })],
    },
    { id: 'drop-unsubscribed', ms: [2_000, 9_000], modes: [http(504, 0.03, 0.7, 'Gateway Time-out')] },
    { id: 'render-images', ms: [3_000, 15_000], modes: [] },
    {
      id: 'send-batch',
      ms: [900, 6_000],
      goesOn: true,
      loop: { items: [24, 60], span: 1 },
      modes: [
        http(429, 0.03, 0.8, 'rate limit of 100 messages per minute exceeded'),
        lasting('SENDER_BLOCKED', 0.012, 'domain is on a block list', { during: 'last-9-days' }),
        lasting(null, 0.008, ''),
      ],
    },
    { id: 'record-results', ms: [20, 90], modes: [] },
    {
      id: 'rank-contacts',
      ms: [60, 300],
      goesOn: true,
      visited: 0.5,
      modes: [lasting('NOT_DEPLOYED', 0.2, 'workflow contact-ranking has no active version')],
    },
  ],
};

/** Selling: orders, refunds, campaigns. */
export const ORDER_WORKFLOWS: readonly WorkflowScenario[] = [orderFulfilment, refunds, marketingMail];
