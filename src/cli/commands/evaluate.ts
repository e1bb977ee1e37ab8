import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { PredictionSource } from '../../core/evaluation/evaluationWish';
import { InputFault } from '../../core/shared/problem';
import { nodeFiles } from '../../io/files/nodeFiles';
import { type EvaluateOptions, withOptions } from './evaluateOptions';
import { resumeRuns } from './evaluateResume';
import { runCheck, runWish, wishOf } from './evaluateRun';
import { stoppable } from './evaluateStop';

/** `touchstone evaluate`: patches against their tests, each in a sandbox of its own. */
export const addEvaluateCommand = (program: Command): void => {
  const command = withOptions(program.command('evaluate'));
  command.action(() => {
    const options = command.optsWithGlobals<EvaluateOptions>();
    const wrong = whatIsWrong(options);
    if (wrong !== null) command.error(`error: ${wrong}`);
    return run(options);
  });
};

/** In the words of a usage error; null where the options go together. */
const whatIsWrong = ({ dataset, predictions, check, resume }: Partial<EvaluateOptions>): string | null => {
  const named = predictions !== undefined && predictions.length > 0;
  if (resume) return named || check || dataset ? '--resume knows dataset and predictions from the journal' : null;
  if (dataset === undefined) return "required option '--dataset <file>' not specified";
  if (named === (check === true)) return 'give either --predictions or --check';
  const special = (predictions ?? []).filter((text) => text === 'gold' || text === 'base');
  return special.length > 0 && (predictions ?? []).length > 1 ? `--predictions ${special[0]} stands alone` : null;
};

const sourceOf = (texts: readonly string[]): PredictionSource => {
  const [first = '', ...others] = texts;
  if (first === 'gold' || first === 'base') return { kind: first };
  if (others.length === 0) return { kind: 'file', path: resolve(first) };
  return { kind: 'files', paths: texts.map((text) => resolve(text)) };
};

const checkOut = async ({ out }: EvaluateOptions): Promise<void> => {
  const kind = (await nodeFiles.stat(resolve(out)))?.kind ?? 'folder';
  if (kind !== 'folder') throw new InputFault(`--out: ${out} is a file; name a folder.`);
};

const run = async (options: EvaluateOptions): Promise<void> => {
  await checkOut(options);
  const { predictions = [] } = options;
  await stoppable((signal) => {
    if (options.resume) return resumeRuns(options, signal);
    return options.check ? runCheck(options, signal) : runWish(options, wishOf(options, sourceOf(predictions)), signal);
  });
};
