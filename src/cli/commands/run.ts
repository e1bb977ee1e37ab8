import { resolve } from 'node:path';
import type { Command } from 'commander';
import { stoppable } from './evaluateStop';
import { sayChoices } from './runChoice';
import { type RunOptions, withRunOptions } from './runOptions';
import { resumeModelRuns } from './runResume';
import { runWish } from './runStart';

/** `touchstone run`: an agent with a model on instances, each in a sandbox of its own. */
export const addRunCommand = (program: Command): void => {
  const command = withRunOptions(program.command('run'));
  command.action(async () => {
    const options = command.optsWithGlobals<RunOptions>();
    const wrong = whatIsWrong(options);
    if (wrong !== null) {
      if (options.model === undefined || options.agent === undefined)
        await sayChoices(options.study === undefined ? null : resolve(options.study));
      command.error(`error: ${wrong}`);
    }
    await stoppable((signal) => (options.resume ? resumeModelRuns(options, signal) : runWish(options, signal)));
  });
};

/** In the words of a usage error; null where the options go together. */
const whatIsWrong = ({ dataset, agent, model, resume, out, study }: RunOptions): string | null => {
  if (resume)
    return out === undefined && study === undefined
      ? '--resume needs --study or --out: the folder that has runs/'
      : null;
  if (model === undefined) return "required option '--model <id>' not specified";
  if (agent === undefined) return "required option '--agent <id>' not specified";
  return dataset === undefined ? "required option '--dataset <file>' not specified" : null;
};
