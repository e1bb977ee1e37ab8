import { Command, CommanderError } from 'commander';
import { version } from '../core/shared/version';
import { addAgentsCommand } from './commands/agents';
import { addAgreementCommand } from './commands/agreement';
import { addCheckpointCommand } from './commands/checkpoint';
import { addCompareCommand } from './commands/compare';
import { addCompareRunsCommand } from './commands/compareRuns';
import { addDoctorCommand } from './commands/doctor';
import { addEraseCommand } from './commands/erase';
import { addEvaluateCommand } from './commands/evaluate';
import { addForkCommand } from './commands/fork';
import { addGradeCommand } from './commands/grade';
import { addInspectCommand } from './commands/inspect';
import { addInstancesCommand } from './commands/instances';
import { addJudgeCommand } from './commands/judge';
import { addJudgeReportCommand } from './commands/judgeReport';
import { addMcpCommand } from './commands/mcp';
import { addModelsCommand } from './commands/models';
import { addNotesCommand } from './commands/notes';
import { addOpenCommand } from './commands/open';
import { addQueueCommand } from './commands/queue';
import { addResolveCommand } from './commands/resolve';
import { addRunCommand } from './commands/run';
import { addStudyCommand } from './commands/studyPackage';
import { addTrajectoryCommand } from './commands/trajectory';
import { addVerifyCommand } from './commands/verify';
import { exitCodeOf, reportFault } from './faults';

/** One file per command in `commands/`, in the order of the work; each adds itself to the program. */
const commands: readonly ((program: Command) => void)[] = [
  addInspectCommand,
  addInstancesCommand,
  addTrajectoryCommand,
  addOpenCommand,
  addRunCommand,
  addEvaluateCommand,
  addGradeCommand,
  addCompareCommand,
  addCompareRunsCommand,
  addJudgeCommand,
  addJudgeReportCommand,
  addAgreementCommand,
  addQueueCommand,
  addStudyCommand,
  addVerifyCommand,
  addCheckpointCommand,
  addResolveCommand,
  addEraseCommand,
  addNotesCommand,
  addForkCommand,
  addMcpCommand,
  addAgentsCommand,
  addModelsCommand,
  addDoctorCommand,
];

const buildProgram = (): Command => {
  const program = new Command('touchstone')
    .description('coding-benchmark instances, evaluations, comparisons and verdicts on the command line')
    .version(version, '--version', "print the program's version")
    .helpCommand('help [command]', 'print what a command does and takes')
    .helpOption('-h, --help', 'print what a command does and takes')
    .option('--json', 'print one JSON document (JSON lines for streams) on stdout')
    .exitOverride()
    .configureOutput({ writeErr: (text) => process.stderr.write(text) });
  for (const add of commands) add(program);
  return program;
};

/** Runs the command line. Resolves to the exit code; without arguments it prints its help on stderr and ends with 2. */
export const main = async (argv: readonly string[]): Promise<number> => {
  try {
    await buildProgram().parseAsync([...argv], { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    reportFault(error);
    return exitCodeOf(error);
  }
};
