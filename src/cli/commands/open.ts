import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type OpenInstanceRequest, type OpenRequest, openInstance } from '../../app/openInstance';
import type { OpenInstanceResult } from '../../app/openInstanceFolder';
import { type SourceHints, sourceOfInstance } from '../../app/openInstanceSource';
import { type DatasetStudy, studyOfDataset } from '../../app/openInstanceStudy';
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
import { describeImageRequest, imageRequest, openFromImage } from './openImage';
import { type OpenOptions, withOpenOptions } from './openOptions';

/** `touchstone open`: an instance's workspace in a folder of its own. */
export const addOpenCommand = (program: Command): void => {
  const command = withOpenOptions(program.command('open'));
  command.action((id: string) => {
    const options = command.optsWithGlobals<OpenOptions>();
    const ofImages = (['image', 'history', 'endpoint', 'yes'] as const).find((name) => options[name] !== undefined);
    if (!options.fromImage && ofImages) command.error(`error: --${ofImages} belongs to --from-image`);
    return open(id, options);
  });
};

const open = async (id: string, options: OpenOptions): Promise<void> => {
  const stop = new AbortController();
  const interrupted = () => stop.abort(new InputFault('Stopped. Nothing half made was left behind.'));
  process.once('SIGINT', interrupted);
  process.once('SIGTERM', interrupted);
  try {
    const datasetPath = resolve(options.dataset);
    const instance = await readInstance(nodeFiles, datasetPath, id, stop.signal);
    if (instance === null) throw new InputFault(`${options.dataset} has no instance "${id}". Check the id.`);
    const study = await studyOfDataset(nodeFiles, datasetPath);
    const request: OpenRequest = {
      instance,
      studyRoot: study.studyRoot,
      datasetPath,
      ...(options.to === undefined ? {} : { dir: resolve(options.to) }),
      withTestPatch: options.withTests ?? false,
      onExisting: options.second ? 'second' : 'open',
    };
    if (options.fromImage) await openImage(request, study, options, stop.signal);
    else await openCheckout(request, study, options, stop.signal);
  } finally {
    process.removeListener('SIGINT', interrupted);
    process.removeListener('SIGTERM', interrupted);
  }
};

const openCheckout = async (
  plain: OpenRequest,
  study: DatasetStudy,
  options: OpenOptions,
  signal: AbortSignal,
): Promise<void> => {
  const { instance } = plain;
  const request: OpenInstanceRequest = { ...plain, source: sourceOf(instance, options.repo, study.hints) };
  const ports = { workspaces: gitWorkspaces(), sha256 };
  if (options.dryRun) printPlan(request, ports.workspaces.home, options);
  else print(instance, await openInstance(ports, request, progressLine(), signal), options);
};

const openImage = async (
  plain: OpenRequest,
  study: DatasetStudy,
  options: OpenOptions,
  signal: AbortSignal,
): Promise<void> => {
  const request = await imageRequest(plain, options, study);
  const folder = request.dir ?? `a folder below ${gitWorkspaces().home}`;
  if (options.dryRun) printSteps(describeImageRequest(request, folder), options);
  else print(request.instance, await openFromImage(request, options, progressLine(), signal), options);
};

/** What was typed; else what the study file says; else a fault that says what can be typed. */
const sourceOf = (instance: Instance, typed: string | undefined, hints: SourceHints): RepositorySource => {
  const source = sourceOfInstance(instance, { ...hints, explicit: typed === undefined ? null : typedSource(typed) });
  if (source !== null) return source;
  const named = instance.repo && isRepositoryName(instance.repo) ? instance.repo : 'owner/name';
  throw new InputFault(
    `Say where the history comes from: --repo FOLDER, --repo FILE.bundle, --repo ADDRESS, or --repo ${named} to fetch it from the public host${instance.image === null ? '' : '; or take the files out of its image by --from-image'}.`,
  );
};

/** Progress, a line where the words change, not for each figure. */
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
  printSteps(describePlan(plan.value, request.dir ?? `a folder below ${home}`), options);
};

const printSteps = (steps: readonly string[], options: OpenOptions): void => {
  process.stdout.write(options.json ? `${JSON.stringify({ steps })}\n` : `${steps.map(printable).join('\n')}\n`);
};

const print = (instance: Instance, result: OpenInstanceResult, options: OpenOptions): void => {
  const { folder, changed } = result;
  const reused = result.kind === 'dirty' || result.reused;
  const notes = result.kind === 'opened' ? result.notes : [];
  if (options.json) {
    const { id, baseCommit } = instance;
    const withTests = options.withTests ?? false;
    const found = { instance: id, folder, baseCommit, withTests, reused, dirty: changed.length > 0, changed };
    const ofImage = options.fromImage ? { history: options.history ?? 'scrub', notes } : {};
    const document = { ...found, ...ofImage };
    process.stdout.write(`${JSON.stringify(document)}\n`);
    return;
  }
  process.stdout.write(`${folder}\n`);
  for (const note of notes) say(note);
  if (changed.length > 0)
    say(
      `It holds uncommitted work in ${counted(changed.length, 'file')}; opened as it is, nothing changed. --second makes another.`,
    );
  else if (reused) say('Opened before; used again as it is.');
};
