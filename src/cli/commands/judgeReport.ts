import { resolve } from 'node:path';
import type { Command } from 'commander';
import { studyJudgeReport } from '../../app/judge/studyJudgeReport';
import { openStudy } from '../../app/openStudy';
import { judgeReportLines } from '../../core/study/judges/report/reportLines';
import { nodeFiles } from '../../io/files/nodeFiles';
import { readEvents } from '../../io/store/readEvents';
import { sha256 } from '../../io/store/sha256';
import { openTrajectoryFiles } from '../../io/trajectories/openTrajectoryFiles';
import { jsonText } from '../jsonText';
import { positiveWhole } from '../numberOptions';
import { printable } from '../printable';
import { writeLine } from './writeLine';

interface ReportOptions {
  readonly study: string;
  readonly seed: number;
  readonly json?: boolean;
}

const run = async ({ study, seed, json }: ReportOptions): Promise<void> => {
  const catalogue = await openStudy({ files: nodeFiles, sha256 }, resolve(study));
  const ports = { files: nodeFiles, openTrajectory: openTrajectoryFiles, readEvents };
  const report = await studyJudgeReport(ports, catalogue, seed);
  if (json) await writeLine(jsonText(report, 2));
  else for (const line of judgeReportLines(report)) await writeLine(printable(line));
  process.exitCode = report.judges.some(({ fault }) => fault !== null) ? 1 : 0;
};

/** `touchstone judge-report`: each judge against people's verdicts and against tests. */
export const addJudgeReportCommand = (program: Command): void => {
  program
    .command('judge-report')
    .description("each judge against people's latest verdicts and against tests, with what needs no judge beside it")
    .option('--study <folder>', 'the study', '.')
    .option('--seed <n>', 'of the bootstrap', positiveWhole, 1)
    .option('--json', 'print one JSON document')
    .action((_options: unknown, command: Command) => run(command.optsWithGlobals<ReportOptions>()));
};
