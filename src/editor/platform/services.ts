import type * as vscode from 'vscode';
import type { ReadOnlyFiles } from '../documents/readOnlyFiles';
import type { AppClient } from './appClient';
import type { ChosenQueue } from './chosenQueue';
import type { ContainerTerminals } from './containerTerminals';
import type { CurrentItem } from './currentItem';
import type { EvaluationRuns } from './evaluationRuns';
import type { ExploredInstances } from './exploredInstances';
import type { KeptFileMarks } from './fileMarks';
import type { HunkMaps } from './hunkMaps';
import type { Judging } from './judging';
import type { ModelKeys } from './modelKeys';
import type { ModelRuns } from './modelRuns';
import type { Notes } from './notes';
import type { Progress } from './progress';
import type { ShownComparisons } from './shownComparisons';
import type { StudyModel } from './studyModel';

/** What every feature gets. Built once, in extension.ts. */
export interface Services {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  readonly app: AppClient;
  readonly study: StudyModel;
  readonly judging: Judging;
  readonly current: CurrentItem;
  readonly queue: ChosenQueue;
  readonly explored: ExploredInstances;
  readonly progress: Progress;
  readonly runs: EvaluationRuns;
  readonly modelRuns: ModelRuns;
  readonly keys: ModelKeys;
  readonly terminals: ContainerTerminals;
  readonly files: ReadOnlyFiles;
  readonly notes: Notes;
  readonly comparisons: ShownComparisons;
  readonly hunkMaps: HunkMaps;
  readonly fileMarks: KeptFileMarks;
}

/** One surface; registers at once, works later. What it returns is disposed with the extension. */
export type Feature = (services: Services) => vscode.Disposable;
