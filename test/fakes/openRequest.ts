import type { OpenInstanceRequest } from '../../src/app/openInstance';
import type { Instance } from '../../src/core/instance/instance';
import type { GitSource } from './gitSource';

export const makeInstance = (base: string, more: Partial<Instance> = {}): Instance => ({
  id: 'ada__lib-1',
  benchmark: 'swe-bench',
  format: 'swebench-jsonl',
  repo: 'ada/lib',
  baseCommit: base,
  statement: null,
  hints: null,
  goldPatch: null,
  testPatch: null,
  failToPass: null,
  passToPass: null,
  version: null,
  createdAt: null,
  image: null,
  evalScript: null,
  logParser: null,
  evalType: null,
  labels: {},
  extra: {},
  ...more,
});

export const openRequest = (source: GitSource, more: Partial<OpenInstanceRequest> = {}): OpenInstanceRequest => ({
  instance: makeInstance(source.base),
  source: { kind: 'path', path: source.folder },
  studyRoot: '/studies/ada',
  datasetPath: '/studies/ada/rows.jsonl',
  withTestPatch: false,
  onExisting: 'tell',
  ...more,
});
