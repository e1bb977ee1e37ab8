import type { RecordCut, TrajectoryFormat, TrajectorySample } from '../trajectoryFormat';
import { aiderChat } from './aiderChat';
import { asciinema } from './asciinema';
import { atif } from './atif';
import { autoCodeRover } from './autoCodeRover/autoCodeRover';
import { claudeCodeSession } from './claudeCodeSession';
import { claudeStreamJson } from './claudeStreamJson';
import { codexExec } from './codexExec';
import { codexRollout } from './codexRollout';
import { geminiSession } from './geminiSession';
import { harborTrial } from './harborTrial';
import { inspectEval } from './inspectEval';
import { miniSweAgent1, miniSweAgent2, miniSweAgentMessages } from './miniSweAgent';
import { openAiMessages } from './openAiMessages';
import { opencodeStorage } from './opencodeStorage';
import { openHandsV0Output, openHandsV0Saved } from './openHandsV0';
import { openHandsV1 } from './openHandsV1';
import { openHandsV1Output } from './openHandsV1Output';
import { otelTraces } from './otelTraces';
import { qwenChat } from './qwenChat';
import { sweAgent } from './sweAgent/sweAgent';
import { sweSmithMessages } from './sweSmithMessages';
import { terminalBench } from './terminalBench';

/** Every format that is read, the most specific first: the first whose `detect` answers is taken. */
export const trajectoryFormats: readonly TrajectoryFormat[] = [
  miniSweAgent1,
  miniSweAgent2,
  miniSweAgentMessages,
  atif,
  harborTrial,
  asciinema,
  terminalBench,
  inspectEval,
  claudeCodeSession,
  claudeStreamJson,
  geminiSession,
  qwenChat,
  opencodeStorage,
  codexRollout,
  sweAgent,
  openHandsV0Output,
  openHandsV1Output,
  openHandsV0Saved,
  sweSmithMessages,
  openAiMessages,
  autoCodeRover,
  aiderChat,
  openHandsV1,
  codexExec,
  otelTraces,
];

export interface DetectedTrajectory {
  readonly format: TrajectoryFormat;
  readonly cut: RecordCut;
  readonly version: string | null;
}

/** Which format a file is of, by its first values; null where it is none of them. */
export const detectTrajectory = (sample: TrajectorySample): DetectedTrajectory | null => {
  for (const format of trajectoryFormats) {
    const found = format.detect(sample);
    if (found !== null) return { format, ...found };
  }
  return null;
};
