import * as vscode from 'vscode';
import { ReadOnlyFiles } from './documents/readOnlyFiles';
import { assistantToolsFeature } from './features/assistantTools';
import { catalogueFeature } from './features/catalogue';
import { checkDatasetFeature } from './features/checkDataset';
import { cleanUpFeature } from './features/cleanUp';
import { compareFeature } from './features/compare';
import { compareByRunningFeature } from './features/compareByRunning';
import { compareTrajectoriesFeature } from './features/compareTrajectories';
import { containerTerminalFeature } from './features/containerTerminal';
import { evaluateFeature } from './features/evaluate';
import { evaluationRunsFeature } from './features/evaluationRuns';
import { evidenceFeature } from './features/evidence';
import { forkStepFeature } from './features/forkStep';
import { hunkMapFeature } from './features/hunkMap';
import { instanceFeature } from './features/instance';
import { instancesFeature } from './features/instances';
import { judgeReportFeature } from './features/judgeReport';
import { judgesFeature } from './features/judges';
import { judgingFeature } from './features/judging';
import { labelsFeature } from './features/labels';
import { languageServerFeature } from './features/languageServer';
import { linksFeature } from './features/links';
import { matrixFeature } from './features/matrix';
import { modelKeysFeature } from './features/modelKeys';
import { modelRunsFeature } from './features/modelRuns';
import { notesFeature } from './features/notes';
import { openRowFeature } from './features/openRow';
import { queueFeature } from './features/queue';
import { regradeFeature } from './features/regrade';
import { reviewStoreFeature } from './features/reviewStore';
import { runComparisonFeature } from './features/runComparison';
import { runModelFeature } from './features/runModel';
import { runsFeature } from './features/runs';
import { sampleFeature } from './features/sample';
import { startRunsFeature } from './features/startRuns';
import { testingFeature } from './features/testing';
import { testOutputFeature } from './features/testOutput';
import { trajectoriesFeature } from './features/trajectories';
import { trajectoryFeature } from './features/trajectory';
import { trajectoryReplayFeature } from './features/trajectoryReplay';
import { trajectoryStatesFeature } from './features/trajectoryStates';
import { unfinishedModelRunsFeature } from './features/unfinishedModelRuns';
import { unfinishedRunsFeature } from './features/unfinishedRuns';
import { verdictFeature } from './features/verdict';
import { workspaceFeature } from './features/workspace';
import { AppClient } from './platform/appClient';
import { ChosenQueue } from './platform/chosenQueue';
import { ContainerTerminals } from './platform/containerTerminals';
import { CurrentItem } from './platform/currentItem';
import { EvaluationRuns } from './platform/evaluationRuns';
import { ExploredInstances } from './platform/exploredInstances';
import { KeptFileMarks } from './platform/fileMarks';
import { hostApi } from './platform/hostApi';
import { HunkMaps } from './platform/hunkMaps';
import { Judging } from './platform/judging';
import { ModelKeys } from './platform/modelKeys';
import { ModelRuns } from './platform/modelRuns';
import { Notes } from './platform/notes';
import { Progress } from './platform/progress';
import type { Feature, Services } from './platform/services';
import { ShownComparisons } from './platform/shownComparisons';
import { StudyModel } from './platform/studyModel';

const features: readonly (readonly [string, Feature])[] = [
  ['judging', judgingFeature],
  ['sample', sampleFeature],
  ['instances', instancesFeature],
  ['queue', queueFeature],
  ['runs', runsFeature],
  ['instance', instanceFeature],
  ['open row', openRowFeature],
  ['matrix', matrixFeature],
  ['run comparison', runComparisonFeature],
  ['compare', compareFeature],
  ['compare by running', compareByRunningFeature],
  ['hunk map', hunkMapFeature],
  ['test output', testOutputFeature],
  ['regrade', regradeFeature],
  ['testing', testingFeature],
  ['evaluate', evaluateFeature],
  ['check dataset', checkDatasetFeature],
  ['start runs', startRunsFeature],
  ['evaluation runs', evaluationRunsFeature],
  ['unfinished runs', unfinishedRunsFeature],
  ['model keys', modelKeysFeature],
  ['run a model', runModelFeature],
  ['model runs', modelRunsFeature],
  ['unfinished model runs', unfinishedModelRunsFeature],
  ['fork from a step', forkStepFeature],
  ['clean up', cleanUpFeature],
  ['workspace', workspaceFeature],
  ['container terminal', containerTerminalFeature],
  ['verdict', verdictFeature],
  ['reviewStore', reviewStoreFeature],
  ['evidence', evidenceFeature],
  ['labels', labelsFeature],
  ['judges', judgesFeature],
  ['judge report', judgeReportFeature],
  ['links', linksFeature],
  ['trajectory', trajectoryFeature],
  ['files after a step', trajectoryStatesFeature],
  ['trajectory notes', notesFeature],
  ['trajectory replay', trajectoryReplayFeature],
  ['trajectories', trajectoriesFeature],
  ['compare trajectories', compareTrajectoriesFeature],
  ['assistant tools', assistantToolsFeature],
  ['language server', languageServerFeature],
  ['catalogue', catalogueFeature],
];

const buildServices = (context: vscode.ExtensionContext): Services => {
  const log = vscode.window.createOutputChannel('Touchstone', { log: true });
  const progress = new Progress();
  const runs = new EvaluationRuns();
  const terminals = new ContainerTerminals();
  const modelRuns = new ModelRuns();
  const keys = new ModelKeys(context);
  const script = vscode.Uri.joinPath(context.extensionUri, 'dist', 'worker.js').fsPath;
  const app = new AppClient(script, hostApi({ progress, runs, terminals, modelRuns, keys }, log), log);
  const study = new StudyModel(app, log, context.workspaceState);
  const current = new CurrentItem();
  const queue = new ChosenQueue(context.workspaceState);
  const explored = new ExploredInstances();
  const files = new ReadOnlyFiles();
  const judging = new Judging({ app, study, files, memento: context.workspaceState });
  const notes = new Notes(app, study, context.globalStorageUri);
  const comparisons = new ShownComparisons(context.workspaceState);
  const hunkMaps = new HunkMaps(app, study);
  const fileMarks = new KeptFileMarks(context.workspaceState);
  const kept = { study, judging, current, queue, explored, files, notes, hunkMaps, fileMarks };
  context.subscriptions.push(log, progress, runs, modelRuns, terminals, app, ...Object.values(kept));
  return { context, log, app, ...kept, comparisons, progress, runs, modelRuns, keys, terminals };
};

/** Registers every surface at once; a feature that fails is logged and does not take the others with it. */
export const activate = (context: vscode.ExtensionContext): { readonly services: Services } => {
  const started = performance.now();
  const services = buildServices(context);
  for (const [name, register] of features) {
    try {
      context.subscriptions.push(register(services));
    } catch (error) {
      services.log.error(`${name} could not be registered: ${error instanceof Error ? error.stack : String(error)}`);
    }
  }
  services.log.info(`activated in ${(performance.now() - started).toFixed(1)} ms`);
  return { services };
};

/**
 * Jobs that go on are not ended: they lie in the engine under our label, the run's journal names them, and the next
 * window offers to go on with them.
 */
export const deactivate = (): void => {};
