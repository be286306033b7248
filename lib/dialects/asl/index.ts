import type { Dialect } from '../types';
export const asl: Dialect = {
  id: 'asl', label: 'AWS Step Functions (ASL)', fileExtensions: ['.asl.json'], detect: () => false,
  read: () => ({ workflow: null, diagnostics: [] }), write: () => ({ ok: false, diagnostics: [] }), support: () => [],
};
