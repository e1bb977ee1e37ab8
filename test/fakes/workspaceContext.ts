import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenInstanceRequest } from '../../src/app/openInstance';
import type { Instance } from '../../src/core/instance/instance';
import type { GitContext } from '../../src/io/git/mirror';
import { runGit } from '../../src/io/git/runGit';
import type { GitSource } from './gitSource';

/** A cache of its own in a folder whose path holds a space and letters beyond ASCII, and the real git. */
export const makeContext = async (): Promise<GitContext> => ({
  cache: await mkdtemp(join(tmpdir(), 'touchstone cache ü ')),
  run: runGit,
});

/** A folder that is empty and goes with the machine's temporary files. */
export const makeFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'touchstone folder ß '));

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
