import { getMeOperation } from './account-operations';
import {
  addCatalogueEntryOperation,
  changeCatalogueEntryOperation,
  getCatalogueEntryOperation,
  listCatalogueOperation,
  removeCatalogueEntryOperation,
} from './catalogue-operations';
import { getDrillRunOperation, startDrillsOperation, stopDrillRunOperation } from './drill-operations';
import {
  createGroupOperation,
  deleteGroupOperation,
  getGroupOperation,
  getStandardOperation,
  listGroupsOperation,
  saveStandardOperation,
  updateGroupOperation,
} from './group-operations';
import {
  ingestStepsOperation,
  listFailuresOperation,
  listFindingsOperation,
  listUnclassifiedOperation,
} from './history-operations';
import {
  discardDraftOperation,
  getDraftOperation,
  getNodeOperation,
  getPolicyOperation,
  listNodesOperation,
  publishPolicyOperation,
  saveDraftOperation,
  validatePolicyOperation,
} from './node-operations';
import type { Operation } from './operation';
import { getMetricsOperation, getOperationsOperation } from './operation-status-operations';
import {
  askRecountOperation,
  cancelRecountOperation,
  getRecountOperation,
  getSourceOperation,
  listSourcesOperation,
} from './source-operations';
import {
  getThresholdSampleOperation,
  listThresholdsOperation,
  setThresholdSampleOperation,
} from './threshold-operations';
import {
  exportWorkflowOperation,
  exportWorkflowsOperation,
  getWorkflowOperation,
  importWorkflowOperation,
  listWorkflowsOperation,
  previewImportOperation,
} from './workflow-operations';

/** Every operation of the interface for programs, in the order in which they are shown. */
export const OPERATIONS = [
  listWorkflowsOperation,
  getWorkflowOperation,
  exportWorkflowOperation,
  exportWorkflowsOperation,
  previewImportOperation,
  importWorkflowOperation,
  listNodesOperation,
  getNodeOperation,
  getPolicyOperation,
  validatePolicyOperation,
  publishPolicyOperation,
  getDraftOperation,
  saveDraftOperation,
  discardDraftOperation,
  listThresholdsOperation,
  listFailuresOperation,
  listUnclassifiedOperation,
  listCatalogueOperation,
  getCatalogueEntryOperation,
  addCatalogueEntryOperation,
  changeCatalogueEntryOperation,
  removeCatalogueEntryOperation,
  startDrillsOperation,
  getDrillRunOperation,
  stopDrillRunOperation,
  listGroupsOperation,
  getGroupOperation,
  createGroupOperation,
  updateGroupOperation,
  deleteGroupOperation,
  getStandardOperation,
  saveStandardOperation,
  ingestStepsOperation,
  listFindingsOperation,
  getOperationsOperation,
  getMetricsOperation,
  listSourcesOperation,
  getSourceOperation,
  askRecountOperation,
  getRecountOperation,
  cancelRecountOperation,
  getThresholdSampleOperation,
  setThresholdSampleOperation,
  getMeOperation,
] as const satisfies readonly Operation[];
export type OperationId = (typeof OPERATIONS)[number]['id'];
