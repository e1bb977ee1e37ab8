/** Every id that package.json contributes, once. A test holds both against each other. */
export const commands = {
  openSample: 'touchstone.openSample',
  openFolder: 'touchstone.openFolder',
  openDataset: 'touchstone.openDataset',
  closeDataset: 'touchstone.closeDataset',
  refresh: 'touchstone.refresh',
  searchText: 'touchstone.searchText',
  filterInstances: 'touchstone.filterInstances',
  clearFilter: 'touchstone.clearFilter',
  groupBy: 'touchstone.groupBy',
  sortBy: 'touchstone.sortBy',
  saveFilter: 'touchstone.saveFilter',
  applyFilter: 'touchstone.applyFilter',
  showMore: 'touchstone.showMore',
  showSkipped: 'touchstone.showSkipped',
  openInstance: 'touchstone.openInstance',
  openWorkspace: 'touchstone.openWorkspace',
  openWorkspaceWithTests: 'touchstone.openWorkspaceWithTests',
  openWorkspaceFromImage: 'touchstone.openWorkspaceFromImage',
  openContainerTerminal: 'touchstone.openContainerTerminal',
  evaluate: 'touchstone.evaluate',
  checkDataset: 'touchstone.checkDataset',
  evaluateRun: 'touchstone.evaluateRun',
  evaluateWithRepeats: 'touchstone.evaluateWithRepeats',
  evaluateNoVerdict: 'touchstone.evaluateNoVerdict',
  showEvaluations: 'touchstone.showEvaluations',
  pauseEvaluation: 'touchstone.pauseEvaluation',
  continueEvaluation: 'touchstone.continueEvaluation',
  cancelEvaluation: 'touchstone.cancelEvaluation',
  cancelAllEvaluations: 'touchstone.cancelAllEvaluations',
  clearEvaluations: 'touchstone.clearEvaluations',
  openEvaluated: 'touchstone.openEvaluated',
  resumeUnfinished: 'touchstone.resumeUnfinished',
  dismissUnfinished: 'touchstone.dismissUnfinished',
  runModel: 'touchstone.runModel',
  stopModelRun: 'touchstone.stopModelRun',
  stopAllModelRuns: 'touchstone.stopAllModelRuns',
  rerunFailed: 'touchstone.rerunFailed',
  openModelRunTrajectory: 'touchstone.openModelRunTrajectory',
  resumeModelRun: 'touchstone.resumeModelRun',
  dismissModelRun: 'touchstone.dismissModelRun',
  forkStep: 'touchstone.forkStep',
  forkWithReply: 'touchstone.forkWithReply',
  setModelKey: 'touchstone.setModelKey',
  removeModelKey: 'touchstone.removeModelKey',
  openModelsFile: 'touchstone.openModelsFile',
  trustToRun: 'touchstone.trustToRun',
  compare: 'touchstone.compare',
  compareSides: 'touchstone.compareSides',
  compareBaseModel: 'touchstone.compareBaseModel',
  compareBaseModelShown: 'touchstone.compareBaseModelShown',
  compareBaseGold: 'touchstone.compareBaseGold',
  compareBaseGoldShown: 'touchstone.compareBaseGoldShown',
  compareGoldModel: 'touchstone.compareGoldModel',
  compareGoldModelShown: 'touchstone.compareGoldModelShown',
  compareByRunning: 'touchstone.compareByRunning',
  showMatrix: 'touchstone.showMatrix',
  matrixPress: 'touchstone.matrixPress',
  compareRuns: 'touchstone.compareRuns',
  runsPress: 'touchstone.runsPress',
  openTestOutput: 'touchstone.openTestOutput',
  nextSign: 'touchstone.nextSign',
  regrade: 'touchstone.regrade',
  judge: 'touchstone.judge',
  judgeInstance: 'touchstone.judgeInstance',
  judgeTrajectory: 'touchstone.judgeTrajectory',
  judgeWithRubric: 'touchstone.judgeWithRubric',
  judgeNext: 'touchstone.judgeNext',
  endJudging: 'touchstone.endJudging',
  undoVerdict: 'touchstone.undoVerdict',
  addEvidence: 'touchstone.addEvidence',
  eraseText: 'touchstone.eraseText',
  resolveConflict: 'touchstone.resolveConflict',
  openRaw: 'touchstone.openRaw',
  openRow: 'touchstone.openRow',
  correctLabel: 'touchstone.correctLabel',
  importJudge: 'touchstone.importJudge',
  judgeReport: 'touchstone.judgeReport',
  copyLink: 'touchstone.copyLink',
  openLink: 'touchstone.openLink',
  openTrajectory: 'touchstone.openTrajectory',
  diffSoFar: 'touchstone.diffSoFar',
  diffToGoldAtStep: 'touchstone.diffToGoldAtStep',
  openFileAtStep: 'touchstone.openFileAtStep',
  openWorkspaceAtStep: 'touchstone.openWorkspaceAtStep',
  runTestsAtStep: 'touchstone.runTestsAtStep',
  trajectoryPress: 'touchstone.trajectoryPress',
  noteLine: 'touchstone.noteLine',
  addNote: 'touchstone.addNote',
  editNote: 'touchstone.editNote',
  saveNote: 'touchstone.saveNote',
  cancelNote: 'touchstone.cancelNote',
  deleteNote: 'touchstone.deleteNote',
  resolveNote: 'touchstone.resolveNote',
  reopenNote: 'touchstone.reopenNote',
  replayTrajectory: 'touchstone.replayTrajectory',
  showTrajectories: 'touchstone.showTrajectories',
  trajectoriesPress: 'touchstone.trajectoriesPress',
  compareTrajectories: 'touchstone.compareTrajectories',
  alignmentPress: 'touchstone.alignmentPress',
  openRunTrajectory: 'touchstone.openRunTrajectory',
  openWalkthrough: 'touchstone.openWalkthrough',
  doctor: 'touchstone.doctor',
  cleanUp: 'touchstone.cleanUp',
  showLog: 'touchstone.showLog',
} as const;

export const views = {
  container: 'touchstone',
  verdictContainer: 'touchstone-verdict',
  study: 'touchstone.study',
  instances: 'touchstone.instances',
  queue: 'touchstone.queue',
  runs: 'touchstone.runs',
  evaluations: 'touchstone.evaluations',
  verdict: 'touchstone.verdict',
  evidenceContainer: 'touchstone-evidence',
  requiredTests: 'touchstone.requiredTests',
  judgeAnswers: 'touchstone.judgeAnswers',
} as const;

/** Editors of ours that are no file; VS Code makes them again after a reload. */
export const panels = {
  matrix: 'touchstone.matrix',
  runs: 'touchstone.comparedRuns',
  trajectories: 'touchstone.trajectories',
  alignment: 'touchstone.comparedTrajectories',
} as const;

export const customEditors = {
  instance: 'touchstone.instance',
  trajectory: 'touchstone.trajectory',
  trajectoryFile: 'touchstone.trajectoryFile',
} as const;

export const contextKeys = {
  studyOpen: 'touchstone.studyOpen',
  filtered: 'touchstone.filtered',
  /** A study is being read. */
  reading: 'touchstone.reading',
  /** The Evaluations view has something to show, or was asked for. */
  evaluations: 'touchstone.hasEvaluations',
  /** An evaluation goes on by itself. */
  evaluating: 'touchstone.evaluating',
  /** A model is being run. */
  runningModels: 'touchstone.runningModels',
  /** Which comparison the active multi-diff shows: base-model, base-gold or gold-model. */
  comparison: 'touchstone.comparison',
  /** Which surface of ours has the keyboard: instance, verdict, matrix, runs, trajectory, or none. */
  focus: 'touchstone.focus',
  /** Addresses of the editors in which a reply is edited to fork with. */
  replies: 'touchstone.replies',
  /** Somebody judges in the study: names, tests and more are hidden. */
  judging: 'touchstone.judging',
  /** An item is being judged. */
  review: 'touchstone.review',
} as const;

export const settings = {
  section: 'touchstone',
  backend: 'backend.kind',
  endpoint: 'backend.endpoint',
  workers: 'backend.workers',
  images: 'images',
  imageBudget: 'imageBudget',
  testCommands: 'testCommands',
  repositories: 'repositories',
  ruleSet: 'evaluation.ruleSet',
  timeout: 'evaluation.timeout',
  rater: 'rater',
} as const;

/** Scheme of our read-only file system; it alone survives a window reload. */
export const scheme = 'touchstone';

export const languages = { testOutput: 'touchstone-test-output' } as const;

export const walkthrough = 'touchstone.touchstone#touchstone.start';
