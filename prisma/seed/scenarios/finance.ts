import {
  deadlock,
  duplicateKey,
  http,
  lasting,
  lockTimeout,
  passing,
  refused,
  stateHttp,
  stateTimeout,
  timedOut,
} from '../modes';
import type { WorkflowScenario } from '../scenario';

const monthEndSettlement: WorkflowScenario = {
  key: 'month-end-settlement',
  runPrefix: 'js',
  perDay: 42,
  rhythm: 'office',
  weekend: 0.3,
  monthTurn: 5,
  utcOffsetHours: 8,
  publishedDaysAgo: 71,
  nodes: [
    {
      id: 'collect-turnover',
      ms: [800, 9_000],
      modes: [
        passing('57014', 0.03, 0.7, '查询超时：canceling statement due to statement timeout', {
          ms: [30_000, 30_060],
          during: 'month-turn',
        }),
        passing('40001', 0.006, 0.9, 'could not serialize access due to concurrent update'),
      ],
    },
    {
      id: 'pull-channel-bill',
      ms: [500, 5_000],
      modes: [
        passing('BILL_NOT_READY', 0.05, 0.45, '账单尚未生成，请稍后再试'),
        lasting('SIGN_ERROR', 0.003, '验签失败：商户号 {id}'),
        timedOut(0.006, 0.7, 'bills.pay-channel.example'),
      ],
    },
    {
      id: 'archive-bill',
      ms: [60, 500],
      modes: [
        http(500, 0.004, 0.8, 'InternalError'),
        lasting('QuotaExceeded', 0.002, '存储桶空间已满', { during: 'last-9-days' }),
      ],
    },
    {
      id: 'match-entries',
      ms: [300, 4_000],
      modes: [
        deadlock(0.012, 0.8),
        lockTimeout(0.02, 0.6, 'settlement_item'),
        lasting('DIFF_FOUND', 0.018, '发现长短款 {n}.00 元，共 3 笔'),
      ],
    },
    {
      id: 'compute-fee',
      ms: [200, 1_500],
      modes: [
        lasting('FEE-ENGINE-31', 0.02, '费率版本不存在：2026Q{n}'),
        http(503, 0.02, 0.8, '服务繁忙，请稍后重试', { during: 'month-turn' }),
        lasting(null, 0.004, '未知错误'),
      ],
    },
    {
      id: 'issue-statement',
      ms: [400, 3_000],
      modes: [
        duplicateKey(0.004, 'statement_period_key'),
        passing('53300', 0.02, 0.7, 'sorry, too many clients already', { during: 'month-turn' }),
      ],
    },
    {
      id: 'request-approval',
      ms: [2_000, 60_000],
      modes: [lasting('APPROVAL_REJECTED', 0.012, '审批人驳回：附件不全'), http(504, 0.004, 0.7, 'Gateway Time-out')],
    },
    {
      id: 'pay-out',
      ms: [500, 3_500],
      payments: ['ETIMEDOUT', 'HTTP_503'],
      modes: [
        lasting('BALANCE_NOT_ENOUGH', 0.015, '账户余额不足，请先充值', { during: 'month-turn' }),
        lasting('ACCOUNT_CLOSED', 0.004, '收款账户已销户'),
        passing('psp_busy', 0.012, 0.7, '通道繁忙'),
        lasting('PSP-4093', 0.005, '请求状态冲突（PSP-4093）'),
      ],
    },
    {
      id: 'post-ledger',
      ms: [20, 200],
      modes: [lockTimeout(0.01, 0.7, 'ledger_entry'), duplicateKey(0.002, 'ledger_entry_ref_key')],
    },
    {
      id: 'notify-merchant',
      ms: [6, 60],
      goesOn: true,
      modes: [
        refused(0.004, 0.7, 'mq.settlement.example'),
        lasting('TOPIC_AUTHORIZATION_FAILED', 0.001, 'Not authorized to access topics: [merchant.settled]'),
      ],
    },
  ],
};

const supplierReconciliation: WorkflowScenario = {
  key: 'supplier-reconciliation',
  runPrefix: 'dz',
  perDay: 62,
  rhythm: 'office',
  weekend: 0.1,
  monthTurn: 1.6,
  utcOffsetHours: 8,
  publishedDaysAgo: 65,
  nodes: [
    {
      id: 'fetch-invoice',
      ms: [40, 300],
      modes: [
        lasting('NoSuchKey', 0.006, '找不到文件 inbox/{id}.pdf'),
        passing('SlowDown', 0.004, 0.85, 'Please reduce your request rate.'),
      ],
    },
    {
      id: 'ocr-invoice',
      ms: [900, 6_000],
      modes: [
        lasting('IMAGE_BLURRED', 0.015, '图像模糊，置信度 0.4'),
        passing('QPS_LIMIT', 0.03, 0.6, '超过每秒 20 次的限制'),
        timedOut(0.004, 0.7, 'ocr.example'),
      ],
    },
    {
      id: 'verify-tax',
      ms: [700, 5_000],
      modes: [
        lasting('TAX-1004', 0.024, '查无此票'),
        lasting('TAX-9999', 0.02, "=cmd|' /C calc'!A0"),
        timedOut(0.03, 0.8, 'tax-verify.example'),
        http(503, 0.008, 0.8, '系统维护中', { during: 'night' }),
      ],
    },
    {
      id: 'match-purchase-order',
      ms: [20, 200],
      modes: [lasting('PO_CLOSED', 0.008, '采购单 {id} 已关闭'), lockTimeout(0.005, 0.8, 'purchase_order')],
    },
    {
      id: 'match-receipt',
      ms: [80, 600],
      modes: [lasting(null, 0.012, 'socket hang up'), http(500, 0.006, 0.7, 'Internal Server Error')],
    },
    {
      id: 'book-payable',
      ms: [20, 180],
      modes: [
        duplicateKey(0.01, 'payable_invoice_no_key'),
        lasting(
          '23503',
          0.004,
          'insert or update on table "payable" violates foreign key constraint "payable_supplier_fk"',
        ),
        deadlock(0.004, 0.85),
      ],
    },
    { id: 'schedule-payment', ms: [200, 2_000], modes: [passing('CALENDAR_LOCKED', 0.008, 0.75, '付款计划正在重排')] },
    { id: 'announce', ms: [6, 50], goesOn: true, modes: [refused(0.003, 0.7, 'mq.erp.example')] },
  ],
};

const subscriptionBilling: WorkflowScenario = {
  key: 'subscription-billing',
  runPrefix: 'sb',
  perDay: 82,
  rhythm: 'night',
  weekend: 1,
  monthTurn: 5,
  utcOffsetHours: 1,
  publishedDaysAgo: 80,
  nodes: [
    {
      id: 'Load contract',
      ms: [12, 60],
      modes: [
        passing(
          'DynamoDB.ProvisionedThroughputExceededException',
          0.02,
          0.8,
          'The level of configured provisioned throughput for the table was exceeded.',
          { during: 'month-turn' },
        ),
      ],
    },
    {
      id: 'Rate usage',
      ms: [300, 2_500],
      modes: [
        stateHttp(429, 0.012, 0.7, 'Too Many Requests'),
        stateHttp(503, 0.006, 0.7, 'Service Unavailable'),
        stateHttp(500, 0.004, 0.5, 'rating failed: tariff {n} has no zone'),
      ],
    },
    {
      id: 'Create invoice',
      ms: [200, 1_800],
      onFailure: ['Tell finance'],
      modes: [
        lasting('InvoiceExists', 0.004, 'invoice for period exists'),
        passing('Lambda.TooManyRequestsException', 0.02, 0.75, 'Rate Exceeded.', { during: 'month-turn' }),
      ],
    },
    {
      id: 'Charge subscription',
      ms: [400, 2_600],
      payments: ['States.Timeout', 'States.Http.StatusCode.503'],
      onFailure: ['Tell finance'],
      modes: [
        stateHttp(402, 0.03, 0, 'card_declined'),
        stateTimeout(0.006, 0.7, 40),
        stateHttp(502, 0.004, 0.7, 'Bad Gateway'),
        stateHttp(409, 0.004, 0, 'PSP-4093 request in conflicting state'),
      ],
    },
    {
      id: 'Store invoice',
      ms: [40, 300],
      modes: [lasting('S3.S3Exception', 0.002, 'Access Denied (Service: S3, Status Code: 403)')],
    },
    {
      id: 'Announce invoice',
      ms: [15, 90],
      modes: [lasting('Sns.InvalidParameterException', 0.001, 'Invalid parameter: Message too long')],
    },
    {
      id: 'Post to ledger',
      ms: [15, 90],
      modes: [lasting('Sqs.SqsException', 0.003, 'The request has failed due to a temporary failure of the server.')],
    },
    {
      id: 'Start dunning watch',
      ms: [60, 400],
      modes: [
        passing(
          'StepFunctions.ExecutionLimitExceededException',
          0.01,
          0.7,
          'The maximum number of running executions has been reached.',
          { during: 'month-turn' },
        ),
      ],
    },
  ],
};

/** Money: settlement, suppliers, subscriptions. */
export const FINANCE_WORKFLOWS: readonly WorkflowScenario[] = [
  monthEndSettlement,
  supplierReconciliation,
  subscriptionBilling,
];
