import type { Command } from 'commander';
import { doctor, doctorText } from '../../app/doctor';
import { cacheSpace, programVersion } from '../../io/jobs/machine';
import { openEngine } from '../../io/jobs/openEngine';
import { openImages } from '../../io/jobs/openImages';
import { gibibytes } from '../numberOptions';
import { type CleanedUp, type CleanOptions, cleanedText, runCleanUp } from './doctorClean';

interface DoctorOptions extends CleanOptions {
  readonly clean?: boolean;
  readonly json?: boolean;
}

/** `touchstone doctor`: what works on this machine. Exit code 3 where nothing can be evaluated or opened. */
export const addDoctorCommand = (program: Command): void => {
  program
    .command('doctor')
    .description('say what works here: git, engine, disk, and what earlier runs left')
    .option('--endpoint <address>', "the engine's address, for example unix:///var/run/docker.sock")
    .option('--clean', 'list what is ours and nobody waits for, ask, and remove it')
    .option('--images', 'with --clean: all images that we built or pulled, not only those over the budget')
    .option('--image-budget <gib>', 'with --clean: what images may take (default: 100)', gibibytes)
    .option('--dry-run', 'with --clean: only list')
    .option('--yes', 'with --clean: do not ask')
    .option('--json', 'print one JSON document')
    .action((_options: unknown, command: Command) => {
      const options = command.optsWithGlobals<DoctorOptions>();
      const needsClean = (['images', 'dryRun', 'yes'] as const).some((name) => options[name] === true);
      if (needsClean && options.clean !== true) command.error('error: --images, --dry-run and --yes go with --clean');
      return run(options);
    });
};

const print = (text: string): void => {
  process.stdout.write(text);
};

const run = async (options: DoctorOptions): Promise<void> => {
  const endpoint = options.endpoint ?? null;
  const cleaned: CleanedUp | null = options.clean ? await runCleanUp(options) : null;
  const report = await doctor({
    version: programVersion,
    freeBytes: cacheSpace,
    openEngine: () => openEngine('docker', endpoint),
    openImages: () => openImages(endpoint),
    platform: process.platform,
    nodeVersion: process.version,
  });
  if (options.json) print(`${JSON.stringify(cleaned ? { ...report, cleanUp: cleaned } : report, null, 2)}\n`);
  else print((cleaned === null ? '' : cleanedText(cleaned)) + doctorText(report));
  const { open, evaluateDocker, evaluateLocal } = report.works;
  if (!open || !(evaluateDocker || evaluateLocal)) process.exitCode = 3;
};
