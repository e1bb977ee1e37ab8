import type { Command } from 'commander';
import { doctor, doctorText } from '../../app/doctor';
import { cacheSpace, programVersion } from '../../io/jobs/machine';
import { openEngine } from '../../io/jobs/openEngine';

interface DoctorOptions {
  readonly endpoint?: string;
  readonly clean?: boolean;
  readonly json?: boolean;
}

/** `touchstone doctor`: what works on this machine. Exit code 3 where nothing can be evaluated or opened. */
export const addDoctorCommand = (program: Command): void => {
  program
    .command('doctor')
    .description('say what works here: git, engine, disk, and what earlier runs left')
    .option('--endpoint <address>', "the engine's address, for example unix:///var/run/docker.sock")
    .option('--clean', 'remove containers of ours that nobody waits for')
    .option('--json', 'print one JSON document')
    .action((_options: unknown, command: Command) => run(command.optsWithGlobals<DoctorOptions>()));
};

const run = async (options: DoctorOptions): Promise<void> => {
  const report = await doctor(
    {
      version: programVersion,
      freeBytes: cacheSpace,
      openEngine: () => openEngine('docker', options.endpoint ?? null),
      platform: process.platform,
      nodeVersion: process.version,
    },
    options.clean ?? false,
  );
  process.stdout.write(options.json ? `${JSON.stringify(report, null, 2)}\n` : doctorText(report));
  const { open, evaluateDocker, evaluateLocal } = report.works;
  if (!open || !(evaluateDocker || evaluateLocal)) process.exitCode = 3;
};
