import type { QueueDesk } from '../queueDesk';
import type { PageDesk } from '../studyPage';
import type { BlindDesk } from './blindDesk';
import { comparisonRules } from './comparisons';
import { explorerRules } from './explorer';
import { pageRules } from './page';
import { noteRules, rowRules } from './rows';
import type { Rules } from './rule';
import { evidenceRules, placeRules } from './said';
import { type PlaceOf, trajectoryRules } from './trajectories';
import { verdictRules } from './verdicts';

export interface TablePorts {
  readonly desk: BlindDesk;
  readonly page: PageDesk;
  readonly placeOf: PlaceOf;
  readonly queues: QueueDesk;
}

/** Runs are told apart by name in all of these, or something new is found out. */
const closedRules = {
  matrixShape: 'closed',
  matrixWindow: 'closed',
  runColumns: 'closed',
  compareRuns: 'closed',
  comparedWindow: 'closed',
  comparisonText: 'closed',
  regradeChoices: 'closed',
  regrade: 'closed',
  evaluate: 'closed',
  checkDataset: 'closed',
  startRun: 'closed',
  resumeUnfinished: 'closed',
  runChoices: 'closed',
  startModelRun: 'closed',
  forkRun: 'closed',
  forkReply: 'closed',
  rerunFailed: 'closed',
  resumeModelRun: 'closed',
  previewJudge: 'closed',
  importJudge: 'closed',
  judgeReport: 'closed',
  askAssistantTool: 'closed',
  planCleanUp: 'closed',
  cleanUp: 'closed',
} as const satisfies Partial<Rules>;

/** What tells of no run: the machine, datasets, a person's own files and labels; and what goes on may be stopped. */
const openRules = {
  listDataset: 'open',
  assistantReads: 'open',
  labelsOf: 'open',
  correctLabel: 'open',
  erasableEvents: 'open',
  erasureQuestion: 'open',
  eraseTexts: 'open',
  conflicts: 'open',
  queues: 'open',
  openTerminal: 'open',
  terminalInput: 'open',
  terminalSize: 'open',
  closeTerminal: 'open',
  workspaceDiff: 'open',
  workspaceTie: 'open',
  pingEngine: 'open',
  doctor: 'open',
  cancel: 'open',
  pauseRun: 'open',
  resumeRun: 'open',
  cancelRun: 'open',
  stopModelRun: 'open',
  startJudging: 'open',
  endJudging: 'open',
  judgingState: 'open',
} as const satisfies Partial<Rules>;

/** What every function of the app answers while somebody judges. */
export const blindTable = ({ desk, page, placeOf, queues }: TablePorts): Rules => ({
  ...openRules,
  ...closedRules,
  ...rowRules(queues),
  ...noteRules,
  ...pageRules(page),
  ...comparisonRules,
  ...explorerRules,
  ...evidenceRules,
  ...placeRules,
  ...trajectoryRules(placeOf),
  ...verdictRules(desk),
  // Runs that go on are named by their models; they are told again when judging ends.
  runs: () => [],
  unfinishedRuns: () => [],
  modelRuns: () => [],
  unfinishedModelRuns: () => [],
});
