import type { AttackCases, HarnessAnswers } from './attackCase';
import { idAnswers } from './idAnswers';
import { idAttacks, summaryAttacks } from './idAttacks';
import { lineAnswers } from './lineAnswers';
import { lineAttacks } from './lineAttacks';
import { markerAnswers } from './markerAnswers';
import { markerAttacks } from './markerAttacks';
import { pythonAnswers } from './pythonAnswers';
import { pythonAttacks } from './pythonAttacks';
import { runnerAnswers } from './runnerAnswers';
import { runnerAttacks } from './runnerAttacks';

/** All logs that were made to part the score here from the harness's, by what they do. */
export const attacks: AttackCases = {
  ...markerAttacks,
  ...idAttacks,
  ...summaryAttacks,
  ...lineAttacks,
  ...pythonAttacks,
  ...runnerAttacks,
};

/** The harness's answers to them. */
export const answers: HarnessAnswers = {
  ...markerAnswers,
  ...idAnswers,
  ...lineAnswers,
  ...pythonAnswers,
  ...runnerAnswers,
};
