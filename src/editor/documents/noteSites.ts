import type * as vscode from 'vscode';
import type { Note, NotedLine, NotedPlace, NotedSide } from '../../core/review/notes/notes';
import type { InstanceRun } from '../../core/study/instanceRuns';
import type { PlacedRows } from '../../protocol/studyRows';
import type { Notes } from '../platform/notes';
import type { StudyModel } from '../platform/studyModel';
import { sideOfUri, sideUri, stepOfUri, stepUri, testOutputOfUri, testOutputUri } from './uris';

/** What is asked for the place of a note. */
export type NoteSites = { readonly notes: Notes; readonly study: StudyModel };
type Side = NonNullable<ReturnType<typeof sideOfUri>>;

/** Whether a document can be noted on. */
export const isNoteSite = (uri: vscode.Uri): boolean =>
  stepOfUri(uri) !== null || sideOfUri(uri) !== null || testOutputOfUri(uri) !== null;

const patchOf = async ({ study }: NoteSites, { instanceId, predictionsPath, side }: Side): Promise<string | null> => {
  if (side !== 'model') return null;
  const rows = await study.runsOf(instanceId);
  return rows.find((row) => row.predictionsPath === predictionsPath)?.patchHash ?? null;
};

/** The place of a line of a document as a note keeps it; null where it can't be noted on, or is not there any more. */
export const placeOfLine = async (sites: NoteSites, uri: vscode.Uri, line: NotedLine): Promise<NotedPlace | null> => {
  const step = stepOfUri(uri);
  if (step) return sites.notes.stepPlace(step, step.idx, line);
  const side = sideOfUri(uri);
  if (side) {
    const { instanceId, path, side: which } = side;
    return { kind: 'side', instanceId, path, side: which, patch: await patchOf(sites, side), ...line };
  }
  const output = testOutputOfUri(uri);
  if (!output) return null;
  return { kind: 'log', instanceId: output.instanceId, folder: await sites.notes.nameOf(output.folder), ...line };
};

/** The run in whose comparison a note on a side is shown: that of its patch, else the first with one. */
const runOf = (on: NotedSide, rows: readonly InstanceRun[]): InstanceRun | undefined => {
  const predictions = rows.filter(({ kind }) => kind === 'prediction');
  return on.patch === null ? predictions[0] : predictions.find(({ patchHash }) => patchHash === on.patch);
};

const logUri = async (
  { notes }: NoteSites,
  note: Note,
  { datasetPath, rows }: PlacedRows,
): Promise<vscode.Uri | null> => {
  if (note.on.kind !== 'log' || datasetPath === null) return null;
  const folder = await notes.pathOf(note.on.folder);
  const found = rows.flatMap(({ evaluations }) => evaluations).find((each) => each.folder === folder);
  if (!found) return null;
  return testOutputUri({ datasetPath, instanceId: note.on.instanceId }, found.runId, found.model, folder);
};

/** The document on which a note is listed; null where what it is on is not here (any more). */
export const uriOfNote = async (sites: NoteSites, note: Note): Promise<vscode.Uri | null> => {
  const { on } = note;
  if (on.kind === 'step') return stepUri({ path: await sites.notes.pathOf(on.path), which: on.which }, on.anchor.idx);
  const placed = await sites.study.rowsOf(on.instanceId);
  if (on.kind === 'log') return logUri(sites, note, placed);
  const run = runOf(on, placed.rows);
  if (placed.datasetPath === null || (on.patch !== null && !run)) return null;
  const ref = { datasetPath: placed.datasetPath, instanceId: on.instanceId };
  return sideUri(ref, run?.predictionsPath ?? null, on.path, on.side);
};

/** Whether a note on a side is on this document too: base and gold are the same beside every patch. */
export const isOnDocument = async (sites: NoteSites, { on }: Note, uri: vscode.Uri): Promise<boolean> => {
  const side = sideOfUri(uri);
  if (on.kind !== 'side' || !side) return false;
  const isSame = side.instanceId === on.instanceId && side.path === on.path && side.side === on.side;
  return isSame && (await patchOf(sites, side)) === on.patch;
};
