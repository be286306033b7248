import type { StandardDocument } from '@/lib/policy/standard-schema';

/** An owner group of the sample and who is in it. */
export interface SampleGroup {
  readonly slug: string;
  readonly name: string;
  readonly members: readonly (readonly [name: string, email: string])[];
  /** How it wants its nodes to behave. */
  readonly standard?: StandardDocument;
}

/** `finance-shared`, which one node names, is missing on purpose: the group was dissolved. */
export const SAMPLE_GROUPS: readonly SampleGroup[] = [
  {
    slug: 'order-ops',
    name: 'Order operations',
    members: [
      ['Mara Lindqvist', 'mara.lindqvist@example.com'],
      ['Tom Okafor', 'tom.okafor@example.com'],
      ['Ines Duarte', 'ines.duarte@example.com'],
    ],
  },
  {
    slug: 'payments-ops',
    name: 'Payments operations',
    members: [
      ['Jonas Weber', 'jonas.weber@example.com'],
      ['Priya Raman', 'priya.raman@example.com'],
    ],
  },
  {
    slug: 'biz-oncall',
    name: 'Business on call',
    members: [
      ['Mara Lindqvist', 'mara.lindqvist@example.com'],
      ['Jonas Weber', 'jonas.weber@example.com'],
      ['Chen Yu', 'chen.yu@example.com'],
      ['Amira Haddad', 'amira.haddad@example.com'],
    ],
  },
  {
    slug: 'risk-desk',
    name: 'Risk desk',
    members: [
      ['Amira Haddad', 'amira.haddad@example.com'],
      ['Piet de Vries', 'piet.devries@example.com'],
    ],
    standard: {
      retry: { maxAttempts: 3, backoff: 'exponential', initialInterval: '5s', maxInterval: '1m' },
      alert: { silence: '1h' },
    },
  },
  {
    slug: 'finance-desk',
    name: '财务组',
    members: [
      ['林晓', 'lin.xiao@example.com'],
      ['Sofia Rossi', 'sofia.rossi@example.com'],
      ['周宁', 'zhou.ning@example.com'],
    ],
  },
  {
    slug: 'settlement-desk',
    name: '结算组',
    members: [
      ['陈宇', 'chen.yu@example.com'],
      ['王静', 'wang.jing@example.com'],
      ['赵磊', 'zhao.lei@example.com'],
    ],
  },
  {
    slug: 'procurement',
    name: '采购组',
    members: [
      ['孙悦', 'sun.yue@example.com'],
      ['何川', 'he.chuan@example.com'],
    ],
  },
  {
    slug: 'customer-care',
    name: 'Customer care',
    members: [
      ['Elena Novak', 'elena.novak@example.com'],
      ['Sam Whitaker', 'sam.whitaker@example.com'],
      ['Yuki Tanaka', 'yuki.tanaka@example.com'],
    ],
  },
];
