import * as vscode from 'vscode';
import type { Side } from '../../protocol/app';
import type { InstanceRef } from '../../protocol/instanceRef';
import type { RegradeScope } from '../../protocol/regrade';
import type { TrajectoryRef } from '../../protocol/trajectory';
import type { ReplayedText } from '../../protocol/trajectoryReplay';
import type { StepSide } from '../../protocol/trajectoryStates';
import { scheme } from '../platform/ids';

/** A path segment that holds any id without acting as a path. */
const segment = (text: string): string => text.replace(/[/\\]/g, '__');

const build = (path: string, query: Readonly<Record<string, string>>): vscode.Uri =>
  vscode.Uri.from({ scheme, path, query: new URLSearchParams(query).toString() });

/** Values of a URI that `build` made; a missing one is ''. */
export const queryOf = (uri: vscode.Uri): { get(name: string): string } => {
  const parameters = new URLSearchParams(uri.query);
  return { get: (name) => parameters.get(name) ?? '' };
};

/** The page of an instance; opened by the custom editor. */
export const instanceUri = (ref: InstanceRef): vscode.Uri =>
  build(`/instance/${segment(ref.instanceId)}.touchstone-instance`, { dataset: ref.datasetPath, id: ref.instanceId });

export const instanceRefOf = (uri: vscode.Uri): InstanceRef => {
  const query = queryOf(uri);
  return { datasetPath: query.get('dataset'), instanceId: query.get('id') };
};

/** The statement, the eval script or a patch of an instance as a document; `name` decides the language. */
export const textUri = (
  ref: InstanceRef,
  what: 'statement' | 'goldPatch' | 'testPatch' | 'evalScript' | 'row',
): vscode.Uri => {
  const names = {
    statement: 'statement.md',
    goldPatch: 'gold.patch',
    testPatch: 'test.patch',
    evalScript: 'eval.sh',
    row: 'instance.json',
  };
  return build(`/text/${segment(ref.instanceId)}/${names[what]}`, {
    dataset: ref.datasetPath,
    id: ref.instanceId,
    what,
  });
};

/** One row of a dataset or of predictions as its file has it. The language server makes the same (server/rows/rowUri.ts). */
export const rowUri = (ref: InstanceRef): vscode.Uri =>
  build(`/row/${segment(ref.instanceId)}.json`, { dataset: ref.datasetPath, id: ref.instanceId });

/** A report of ours, made when it is opened: what was left out, what works here. Read only, so nothing asks to be saved. */
export const reportUri = (name: 'left-out' | 'doctor' | 'judge-report'): vscode.Uri =>
  build(`/${name}/${name}.${name === 'judge-report' ? 'md' : 'txt'}`, {});

/** What another rule set changes, made when it is opened. */
export const regradeUri = ({ key, instanceId }: RegradeScope, rules: string): vscode.Uri =>
  build(`/regrade/${segment(instanceId ?? key)} under ${rules}.txt`, { key, id: instanceId ?? '', rules });

export const regradeOf = (uri: vscode.Uri): { readonly scope: RegradeScope; readonly rules: string } => {
  const query = queryOf(uri);
  return { scope: { key: query.get('key'), instanceId: query.get('id') || null }, rules: query.get('rules') };
};

/** What running gold's and the model's code came to. */
export const comparedByRunningUri = ({ instanceId }: InstanceRef, runKey: string): vscode.Uri =>
  build(`/by-running/${segment(runKey)}/${segment(instanceId)} by running.txt`, {});

/** A model patch as it stands in the predictions file. */
export const patchUri = (ref: InstanceRef, predictionsPath: string): vscode.Uri =>
  build(`/patch/${segment(ref.instanceId)}/model.patch`, {
    dataset: ref.datasetPath,
    id: ref.instanceId,
    predictions: predictionsPath,
  });

/** A solution that is code, as it stands in the file of samples. */
export const codeUri = (ref: InstanceRef, predictionsPath: string, attempt: number): vscode.Uri =>
  build(`/code/${segment(ref.instanceId)}/solution-${attempt}.py`, {
    dataset: ref.datasetPath,
    id: ref.instanceId,
    predictions: predictionsPath,
    attempt: String(attempt),
  });

/**
 * One side of a file. Sides differ in the query alone: another path would be shown as a rename, and the tab must not
 * name the model.
 */
export const sideUri = (ref: InstanceRef, predictionsPath: string | null, path: string, side: Side): vscode.Uri =>
  build(`/side/${segment(ref.instanceId)}/${path}`, {
    dataset: ref.datasetPath,
    id: ref.instanceId,
    predictions: predictionsPath ?? '',
    path,
    side,
  });

const sideNames: Readonly<Record<Side, string>> = { base: 'Base', gold: 'Gold', model: 'Patch' };

/** One side of a file as a document by itself, whose tab says which; the language is still told by its ending. */
export const namedSideUri = (
  ref: InstanceRef,
  predictionsPath: string | null,
  path: string,
  side: Side,
): vscode.Uri => {
  const named = sideUri(ref, predictionsPath, path, side);
  return named.with({ path: named.path.replace(/[^/]*$/, (file) => `${sideNames[side]} ${file}`) });
};

/** The side that such a document is of; null where it is none. */
export const sideOfUri = (
  uri: vscode.Uri,
): {
  readonly instanceId: string;
  readonly predictionsPath: string | null;
  readonly path: string;
  readonly side: Side;
} | null => {
  const query = queryOf(uri);
  const side = query.get('side');
  if (uri.scheme !== scheme || !uri.path.startsWith('/side/')) return null;
  if (side !== 'base' && side !== 'gold' && side !== 'model') return null;
  const predictionsPath = query.get('predictions') || null;
  return { instanceId: query.get('id'), predictionsPath, path: query.get('path'), side };
};

/** A step of a trajectory as a document. Plain text: nothing that a run wrote becomes a link of a Markdown file. */
export const stepUri = ({ path, which }: TrajectoryRef, idx: number): vscode.Uri =>
  build(`/step/${segment(path.split(/[/\\]/).at(-1) ?? '')}/step-${idx}.txt`, { path, which: String(which) });

/** The step of such a document; null where it is none. */
export const stepOfUri = (uri: vscode.Uri): (TrajectoryRef & { readonly idx: number }) | null => {
  const idx = uri.scheme === scheme ? /^\/step\/[^/]+\/step-(\d{1,9})\.txt$/.exec(uri.path)?.[1] : undefined;
  const query = queryOf(uri);
  return idx === undefined ? null : { path: query.get('path'), which: Number(query.get('which')), idx: Number(idx) };
};

/** The patch that a trajectory ended with, as its file has it. */
export const finalPatchUri = ({ path, which }: TrajectoryRef): vscode.Uri =>
  build(`/final-patch/${segment(path.split(/[/\\]/).at(-1) ?? '')}/final.patch`, { path, which: String(which) });

/** One of both texts where a replay parted; sides differ in the query alone, for another path would show as a rename. */
export const replayUri = ({ path, which }: TrajectoryRef, of: ReplayedText, side: 'recorded' | 'seen'): vscode.Uri =>
  build(`/replay/${segment(path.split(/[/\\]/).at(-1) ?? '')}/${of === 'patch' ? 'final.patch' : `step-${of}.txt`}`, {
    path,
    which: String(which),
    of: String(of),
    side,
  });

/**
 * One side of a file after a step. Sides differ in the query alone, so that none is shown as a rename; `stamp` names the
 * state.
 */
export const fileAtStepUri = (
  { path, which, idx }: TrajectoryRef & { readonly idx: number },
  file: string,
  side: StepSide,
  stamp: string,
): vscode.Uri =>
  build(`/at-step/step ${idx}/${file}`, { path, which: String(which), idx: String(idx), file, side, stamp });

/** The test output of an evaluation, by the layout's own names so that the language is found by the path. */
export const testOutputUri = (ref: InstanceRef, runId: string, model: string, folder: string): vscode.Uri =>
  build(`/run_evaluation/${segment(runId)}/${segment(model)}/${segment(ref.instanceId)}/test_output.txt`, {
    dataset: ref.datasetPath,
    id: ref.instanceId,
    folder,
  });

/** The evaluation that such a document is of; null where it is none. */
export const testOutputOfUri = (uri: vscode.Uri) => {
  const query = queryOf(uri);
  if (uri.scheme !== scheme || !uri.path.startsWith('/run_evaluation/')) return null;
  return { instanceId: query.get('id'), folder: query.get('folder') };
};
