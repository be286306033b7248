import enApiDocs from './messages/en/api-docs.json';
import enAudit from './messages/en/audit.json';
import enBatches from './messages/en/batches.json';
import enBulk from './messages/en/bulk.json';
import enChannels from './messages/en/channels.json';
import enCommon from './messages/en/common.json';
import enConformance from './messages/en/conformance.json';
import enDiagnostics from './messages/en/diagnostics.json';
import enDrillTargets from './messages/en/drill-targets.json';
import enDrills from './messages/en/drills.json';
import enFailureRows from './messages/en/failure-rows.json';
import enFailures from './messages/en/failures.json';
import enGlossary from './messages/en/glossary.json';
import enGroups from './messages/en/groups.json';
import enGuide from './messages/en/guide.json';
import enHome from './messages/en/home.json';
import enImporting from './messages/en/importing.json';
import enInbox from './messages/en/inbox.json';
import enLists from './messages/en/lists.json';
import enLosses from './messages/en/losses.json';
import enMerging from './messages/en/merging.json';
import enNode from './messages/en/node.json';
import enNodes from './messages/en/nodes.json';
import enNotices from './messages/en/notices.json';
import enOperations from './messages/en/operations.json';
import enPalette from './messages/en/palette.json';
import enPeople from './messages/en/people.json';
import enPicture from './messages/en/picture.json';
import enPolicy from './messages/en/policy.json';
import enProof from './messages/en/proof.json';
import enReach from './messages/en/reach.json';
import enReceipt from './messages/en/receipt.json';
import enSignIn from './messages/en/sign-in.json';
import enSkeleton from './messages/en/skeleton.json';
import enSourceWizard from './messages/en/source-wizard.json';
import enSources from './messages/en/sources.json';
import enStandards from './messages/en/standards.json';
import enTerms from './messages/en/terms.json';
import enVersions from './messages/en/versions.json';
import enWorkflows from './messages/en/workflows.json';
import zhApiDocs from './messages/zh-CN/api-docs.json';
import zhAudit from './messages/zh-CN/audit.json';
import zhBatches from './messages/zh-CN/batches.json';
import zhBulk from './messages/zh-CN/bulk.json';
import zhChannels from './messages/zh-CN/channels.json';
import zhCommon from './messages/zh-CN/common.json';
import zhConformance from './messages/zh-CN/conformance.json';
import zhDiagnostics from './messages/zh-CN/diagnostics.json';
import zhDrillTargets from './messages/zh-CN/drill-targets.json';
import zhDrills from './messages/zh-CN/drills.json';
import zhFailureRows from './messages/zh-CN/failure-rows.json';
import zhFailures from './messages/zh-CN/failures.json';
import zhGlossary from './messages/zh-CN/glossary.json';
import zhGroups from './messages/zh-CN/groups.json';
import zhGuide from './messages/zh-CN/guide.json';
import zhHome from './messages/zh-CN/home.json';
import zhImporting from './messages/zh-CN/importing.json';
import zhInbox from './messages/zh-CN/inbox.json';
import zhLists from './messages/zh-CN/lists.json';
import zhLosses from './messages/zh-CN/losses.json';
import zhMerging from './messages/zh-CN/merging.json';
import zhNode from './messages/zh-CN/node.json';
import zhNodes from './messages/zh-CN/nodes.json';
import zhNotices from './messages/zh-CN/notices.json';
import zhOperations from './messages/zh-CN/operations.json';
import zhPalette from './messages/zh-CN/palette.json';
import zhPeople from './messages/zh-CN/people.json';
import zhPicture from './messages/zh-CN/picture.json';
import zhPolicy from './messages/zh-CN/policy.json';
import zhProof from './messages/zh-CN/proof.json';
import zhReach from './messages/zh-CN/reach.json';
import zhReceipt from './messages/zh-CN/receipt.json';
import zhSignIn from './messages/zh-CN/sign-in.json';
import zhSkeleton from './messages/zh-CN/skeleton.json';
import zhSourceWizard from './messages/zh-CN/source-wizard.json';
import zhSources from './messages/zh-CN/sources.json';
import zhStandards from './messages/zh-CN/standards.json';
import zhTerms from './messages/zh-CN/terms.json';
import zhVersions from './messages/zh-CN/versions.json';
import zhWorkflows from './messages/zh-CN/workflows.json';

const en = {
  audit: enAudit,
  apiDocs: enApiDocs,
  batches: enBatches,
  bulk: enBulk,
  channels: enChannels,
  common: enCommon,
  diagnostics: enDiagnostics,
  failureRows: enFailureRows,
  failures: enFailures,
  glossary: enGlossary,
  groups: enGroups,
  guide: enGuide,
  home: enHome,
  importing: enImporting,
  inbox: enInbox,
  lists: enLists,
  losses: enLosses,
  merging: enMerging,
  node: enNode,
  nodes: enNodes,
  notices: enNotices,
  operations: enOperations,
  palette: enPalette,
  people: enPeople,
  picture: enPicture,
  policy: enPolicy,
  receipt: enReceipt,
  reach: enReach,
  signIn: enSignIn,
  skeleton: enSkeleton,
  sourceWizard: enSourceWizard,
  sources: enSources,
  standards: enStandards,
  terms: enTerms,
  versions: enVersions,
  drills: enDrills,
  drillTargets: enDrillTargets,
  proof: enProof,
  conformance: enConformance,
  workflows: enWorkflows,
};

const zhCN: typeof en = {
  audit: zhAudit,
  apiDocs: zhApiDocs,
  batches: zhBatches,
  bulk: zhBulk,
  channels: zhChannels,
  common: zhCommon,
  diagnostics: zhDiagnostics,
  failureRows: zhFailureRows,
  failures: zhFailures,
  glossary: zhGlossary,
  groups: zhGroups,
  guide: zhGuide,
  home: zhHome,
  importing: zhImporting,
  inbox: zhInbox,
  lists: zhLists,
  losses: zhLosses,
  merging: zhMerging,
  node: zhNode,
  nodes: zhNodes,
  notices: zhNotices,
  operations: zhOperations,
  palette: zhPalette,
  people: zhPeople,
  picture: zhPicture,
  policy: zhPolicy,
  receipt: zhReceipt,
  reach: zhReach,
  signIn: zhSignIn,
  skeleton: zhSkeleton,
  sourceWizard: zhSourceWizard,
  sources: zhSources,
  standards: zhStandards,
  terms: zhTerms,
  versions: zhVersions,
  drills: zhDrills,
  drillTargets: zhDrillTargets,
  proof: zhProof,
  conformance: zhConformance,
  workflows: zhWorkflows,
};

/** All texts of the product by language and namespace; one file per namespace. */
export const MESSAGES = { en, 'zh-CN': zhCN };
export type Messages = typeof en;
