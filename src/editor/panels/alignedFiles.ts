import * as vscode from 'vscode';
import type { TrajectoryRef } from '../../protocol/trajectory';
import type { TrajectoryPair } from '../../protocol/trajectoryAlignmentPage';
import type { StepState } from '../../protocol/trajectoryStates';
import { queryOf } from '../documents/uris';
import { scheme } from '../platform/ids';
import { tell, warn } from '../platform/messages';
import type { Services } from '../platform/services';
import { repositoriesSetting } from '../platform/settings';

/** Two steps at which both trajectories are looked at, from 1. */
export interface AlignedPlace extends TrajectoryPair {
  readonly stepA: number;
  readonly stepB: number;
}

/** Both sides of a file have one path, so that none of them shows as a rename. */
const sideUri = ({ path, which }: TrajectoryRef, step: number, stamp: string, file: string): vscode.Uri => {
  const query = new URLSearchParams({ path, which: String(which), step: String(step), stamp, file });
  return vscode.Uri.from({ scheme, path: `/aligned/${file}`, query: query.toString() });
};

/** The document behind one side. */
export const readAligned = async ({ app }: Services, uri: vscode.Uri): Promise<Uint8Array> => {
  const query = queryOf(uri);
  const ref = { path: query.get('path'), which: Number(query.get('which')), idx: Number(query.get('step')) };
  return app.remote.stepFile({ ...ref, repositories: repositoriesSetting(), file: query.get('file'), side: 'step' });
};

const changed = ({ files }: StepState): readonly string[] =>
  files.filter(({ inModel }) => inModel).map(({ path }) => path);

const sourceWords = ({ source }: StepState): string => (source === 'approximate' ? ', approximate' : '');

/** The files that either run has changed by then, as they stood, side by side in VS Code's own comparison. */
export const compareAligned = async ({ app, log }: Services, { a, b, stepA, stepB }: AlignedPlace): Promise<void> => {
  const repositories = repositoriesSetting();
  const left = await app.remote.stepState({ ...a, idx: stepA, repositories });
  const right = await app.remote.stepState({ ...b, idx: stepB, repositories });
  const fault = left.baseFault ?? right.baseFault;
  if (fault !== null) {
    log.warn(`files at steps ${stepA} and ${stepB}: ${fault}`);
    void warn(`The files can't be shown: ${fault}`);
    return;
  }
  const files = [...new Set([...changed(left), ...changed(right)])].sort();
  if (files.length === 0) {
    void tell(`Neither has changed a file by step ${stepA} and step ${stepB}.`);
    return;
  }
  const title = `A step ${stepA}${sourceWords(left)} ↔ B step ${stepB}${sourceWords(right)}`;
  const resources = files.map((file) => {
    const [one, other] = [sideUri(a, stepA, left.stamp, file), sideUri(b, stepB, right.stamp, file)];
    return [other, one, other];
  });
  await vscode.commands.executeCommand('vscode.changes', title, resources);
};
