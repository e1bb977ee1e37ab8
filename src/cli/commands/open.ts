import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type OpenInstanceRequest, type OpenInstanceResult, openInstance } from '../../app/openInstance';
import { type SourceHints, sourceOfInstance } from '../../app/openInstanceSource';
import { studyOfDataset } from '../../app/openInstanceStudy';
import { readInstance } from '../../app/readDatasetInstance';
import type { Instance } from '../../core/instance/instance';
import { counted } from '../../core/shared/counted';
import { InputFault } from '../../core/shared/problem';
import { describePlan, planWorkspace } from '../../core/workspace/plan';
import { isRepositoryName, type RepositorySource } from '../../core/workspace/repositorySource';
import { nodeFiles } from '../../io/files/nodeFiles';
import { gitWorkspaces } from '../../io/git/workspaces';
import { sha256 } from '../../io/store/sha256';
import { printable } from '../printable';
import { typedSource } from '../repositoryOption';
import { say } from '../say';

interface OpenOptions {
  readonly dataset: string;
  readonly repo?: string;
  readonly to?: string;
  readonly withTests?: boolean;
  readonly second?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** `touchstone open`: an instance's checkout in a folder of its own. */
export const addOpenCommand = (program: Command): void => {
  program
    .command('open')
    .description('open an instance as a workspace: a repository of its own at the base commit')
    .argument('<id>', 'id of the instance')
    .requiredOption('--dataset <file>', 'file of instances')
    .option(
      '--repo <source>',
      'clone, bundle, https or ssh address; owner/name asks the public host; else as the study file says',
    )
    .option('--to <folder>', 'folder of the checkout; without it one in the cache folder, which is said')
    .option('--with-tests', 'apply the test patch, uncommitted')
    .option('--second', 'where a checkout with uncommitted work stands, make another beside it')
    .option('--dry-run', 'say what would be done, and do nothing')
    .option('--json', 'print one JSON document')
    .action((id: string, _options: unknown, command: Command) => open(id, command.optsWithGlobals<OpenOptions>()));
};

const open = async (id: string, options: OpenOptions): Promise<void> => {
  const stop = new AbortController();
  const interrupted = () => stop.abort(new InputFault('Stopped. Nothing half made was left behind.'));
  process.once('SIGINT', interrupted);
  try {
    const datasetPath = resolve(options.dataset);
    const instance = await readInstance(nodeFiles, datasetPath, id, stop.signal);
    if (instance === null) throw new InputFault(`${options.dataset} has no instance "${id}". Check the id.`);
    const study = await studyOfDataset(nodeFiles, datasetPath);
    const request: OpenInstanceRequest = {
      instance,
      source: sourceOf(instance, options.repo, study.hints),
      studyRoot: study.studyRoot,
      datasetPath,
      ...(options.to === undefined ? {} : { dir: resolve(options.to) }),
      withTestPatch: options.withTests ?? false,
      onExisting: options.second ? 'second' : 'open',
    };
    const ports = { workspaces: gitWorkspaces(), sha256 };
    if (options.dryRun) printPlan(request, ports.workspaces.home, options);
    else print(instance, await openInstance(ports, request, progressLine(), stop.signal), options);
  } finally {
    process.removeListener('SIGINT', interrupted);
  }
};

/** What was typed; else what the study file says; else a fault that says what can be typed. */
const sourceOf = (instance: Instance, typed: string | undefined, hints: SourceHints): RepositorySource => {
  const source = sourceOfInstance(instance, { ...hints, explicit: typed === undefined ? null : typedSource(typed) });
  if (source !== null) return source;
  const named = instance.repo && isRepositoryName(instance.repo) ? instance.repo : 'owner/name';
  throw new InputFault(
    `Say where the history comes from: --repo FOLDER, --repo FILE.bundle, --repo ADDRESS, or --repo ${named} to fetch it from the public host.`,
  );
};

/** git's progress on one line of a terminal; in a file only where the words change, not the figures. */
const progressLine = (): ((text: string) => void) => {
  let last = '';
  return (text) => {
    const words = text.split(':', 1)[0] ?? '';
    if (words === last || words === '') return;
    last = words;
    say(words);
  };
};

const printPlan = (request: OpenInstanceRequest, home: string, options: OpenOptions): void => {
  const plan = planWorkspace(request.instance, request, sha256);
  if (!plan.ok) throw new InputFault(plan.error);
  const steps = describePlan(plan.value, request.dir ?? `a folder below ${home}`);
  process.stdout.write(options.json ? `${JSON.stringify({ steps })}\n` : `${steps.map(printable).join('\n')}\n`);
};

const print = (instance: Instance, result: OpenInstanceResult, options: OpenOptions): void => {
  const { folder, changed } = result;
  const reused = result.kind === 'dirty' || result.reused;
  if (options.json) {
    const { id, baseCommit } = instance;
    const withTests = options.withTests ?? false;
    const document = { instance: id, folder, baseCommit, withTests, reused, dirty: changed.length > 0, changed };
    process.stdout.write(`${JSON.stringify(document)}\n`);
    return;
  }
  process.stdout.write(`${folder}\n`);
  if (changed.length > 0)
    say(
      `It holds uncommitted work in ${counted(changed.length, 'file')}; opened as it is, nothing changed. --second makes another.`,
    );
  else if (reused) say('Opened before; used again as it is.');
};
