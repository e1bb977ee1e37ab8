import type { Command } from 'commander';
import { addJudgeImportCommand } from './judgeImport';
import { addJudgeRunCommand } from './judgeRun';

/** `touchstone judge`: what models say of the items of a study, by a rubric. */
export const addJudgeCommand = (program: Command): void => {
  const judge = program.command('judge').description('answers of models that judge by a rubric');
  addJudgeRunCommand(judge);
  addJudgeImportCommand(judge);
};
