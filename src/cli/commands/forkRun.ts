import type { ForkOrigin } from '../../app/fork/forkOrigin';
import { runModel } from '../../app/run/runModel';
import type { RunEnd, RunHooks, RunItemState, RunRequest } from '../../app/run/runRequest';
import { RunStopped } from '../../core/run/agent/attempt';
import { counted } from '../../core/shared/counted';
import { InputFault } from '../../core/shared/problem';
import { openEngine } from '../../io/jobs/openEngine';
import { openSessions } from '../../io/jobs/openSessions';
import { imageQuestions } from '../imageQuestions';
import { jsonText } from '../jsonText';
import { printable } from '../printable';
import { runPorts } from '../runPorts';
import { say } from '../say';
import type { ForkOptions } from './fork';
import { exitCodeOfRuns } from './runOutput';
import { writeLine } from './writeLine';

const portsOf = async ({ backend = 'docker', endpoint }: ForkOptions) => {
  const where = endpoint ?? null;
  return runPorts(await openEngine(backend, where), await openSessions(backend, where));
};

/** What is being done, a line each time it is something else. */
const hooksOf = (yes: boolean): RunHooks => {
  let last = '';
  return {
    ...imageQuestions(yes),
    told: (_id, text) => say(text),
    changed: ({ progress }) => {
      const doing = progress === null ? '' : `call ${progress.calls}: ${progress.doing}`;
      if (doing !== '' && doing !== last) say(doing);
      last = doing || last;
    },
  };
};

const dollars = (costUsd: number | null): string => (costUsd === null ? 'cost unknown' : `$${costUsd.toFixed(4)}`);

const filesWords = ({ state: { by, exact, words } }: ForkOrigin): string =>
  by === null ? 'not brought into place' : `${exact ? 'as they stood' : 'APPROXIMATE'}. ${words}`;

const patchWords = (patch: string | null, folder: string): string =>
  patch === null
    ? 'none'
    : `${counted(new TextEncoder().encode(patch).length, 'byte')}; evaluate it by ${folder}/predictions.jsonl`;

const linesOf = (item: RunItemState, origin: ForkOrigin, { runId, folder }: RunRequest): readonly string[] => {
  const { result, trajectory } = item;
  const total = result === null ? '' : `${counted(result.calls, 'call')}, ${dollars(result.costUsd)}`;
  return [
    `${runId}: ${item.instanceId} from step ${origin.step} of ${origin.file}`,
    `  files: ${filesWords(origin)}`,
    `  ended: ${result?.status ?? item.state}${result?.rawStatus ? ` (${result.rawStatus})` : ''}${result?.fault ? `: ${result.fault}` : ''}`,
    `  ${total}; before them the parent's: ${counted(origin.calls, 'call')}, ${dollars(origin.costUsd)}`,
    `  patch: ${patchWords(result?.patch ?? null, folder)}`,
    `  trajectory: ${trajectory ?? 'none'}`,
  ];
};

const print = async (end: RunEnd, request: RunRequest, origin: ForkOrigin, json: boolean): Promise<void> => {
  const [item] = end.items;
  if (item === undefined) throw new InputFault('The fork gave nothing.');
  if (json) await writeLine(jsonText({ runId: request.runId, folder: request.folder, origin, ...item }, 2));
  else for (const line of linesOf(item, origin, request)) await writeLine(printable(line));
  if (end.stopped !== null) say(end.stopped.text);
  process.exitCode = exitCodeOfRuns([{ request, end }]);
};

/** Runs a planned fork and prints what came of it; interrupted, it ends what runs and keeps what was done. */
export const runFork = async (request: RunRequest, origin: ForkOrigin, options: ForkOptions): Promise<void> => {
  const stop = new AbortController();
  const interrupted = () => stop.abort(new RunStopped('Stopped. What was done is kept.'));
  process.once('SIGINT', interrupted);
  process.once('SIGTERM', interrupted);
  try {
    if (request.backend === 'local')
      say('The local backend is no sandbox: the commands run as you, on this machine, with its network.');
    const end = await runModel(await portsOf(options), request, hooksOf(options.yes === true), stop.signal);
    await print(end, request, origin, options.json === true);
  } finally {
    process.removeListener('SIGINT', interrupted);
    process.removeListener('SIGTERM', interrupted);
  }
};
