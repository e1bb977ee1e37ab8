import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import type { ModelEntry } from '../../core/run/model/modelEntry';
import { modelLack } from '../../core/run/model/modelLack';
import { modelNamed } from '../../core/run/model/modelNamed';
import { modelsStarter } from '../../core/run/model/modelsStarter';
import { modelText } from '../../core/run/model/modelText';
import { InputFault } from '../../core/shared/problem';
import { environmentKeys } from '../../io/providers/environmentKeys';
import { type LoadedModels, loadModels } from '../../io/providers/loadModels';
import { modelsPath } from '../../io/providers/modelsPath';
import { writeTextFile } from '../../io/store/writeTextFile';
import { printable } from '../printable';
import { say, sayProblems } from '../say';
import { type CheckedModel, checkedText, checkModel } from './modelsCheck';
import { table } from './textTable';

interface ModelsOptions {
  readonly init?: boolean;
  readonly check?: string;
  readonly study?: string;
  readonly json?: boolean;
}

const print = (value: unknown, text: string, json: boolean | undefined): void => {
  process.stdout.write(json ? `${JSON.stringify(value, null, 2)}\n` : `${text}\n`);
};

const init = async (path: string): Promise<void> => {
  const { exists } = await loadModels(null, path);
  if (exists) throw new InputFault(`${path} is there already. Edit it, or move it away first.`);
  await mkdir(dirname(path), { recursive: true });
  await writeTextFile(path, modelsStarter);
  say(`Written: ${path}. Edit it, then try "touchstone models --check ID".`);
};

interface ListedModel extends ModelEntry {
  readonly description: string;
  /** Null: nothing is known to be missing. */
  readonly lack: string | null;
}

const listed = (entries: readonly ModelEntry[]): Promise<readonly ListedModel[]> =>
  Promise.all(
    entries.map(async (entry) => {
      const lack = await modelLack(entry, environmentKeys, false);
      return { ...entry, description: modelText(entry), lack: lack?.text ?? null };
    }),
  );

const list = async ({ entries, path, exists }: LoadedModels, json: boolean | undefined): Promise<void> => {
  if (!exists) say(`There is no ${path} yet. "touchstone models --init" writes one to begin with.`);
  const rows = await listed(entries);
  const cells = rows.map(({ id, description, lack }) => [
    id,
    description,
    lack === null ? 'ready' : `not ready: ${lack}`,
  ]);
  if (json) print(rows, '', true);
  else if (rows.length > 0) print(rows, table(cells.map((row) => row.map(printable))), false);
};

const run = async (options: ModelsOptions): Promise<void> => {
  const path = modelsPath();
  if (options.init) return init(path);
  const loaded = await loadModels(options.study === undefined ? null : resolve(options.study), path);
  sayProblems(loaded.problems);
  if (options.check === undefined) {
    if (loaded.problems.length > 0) process.exitCode = 1;
    return list(loaded, options.json);
  }
  const entry = modelNamed(options.check, loaded.entries, (file) => resolve(file), path);
  const checked: CheckedModel = await checkModel(entry, environmentKeys);
  print(checked, printable(checkedText(checked)), options.json);
};

/** `touchstone models`: the models that can be asked, what each lacks; asks one for a token. Ends with 1 for faults in the file. */
export const addModelsCommand = (program: Command): void => {
  program
    .command('models')
    .description('list the models that can be asked and what each lacks, or try one')
    .option('--init', 'write a models file to begin with')
    .option('--check <id>', 'ask this model for one token; scripted:FILE and replay:FILE too')
    .option('--study <folder>', "take the study's own models.yaml first")
    .option('--json', 'print one JSON document')
    .action((_options: unknown, command: Command) => {
      const options = command.optsWithGlobals<ModelsOptions>();
      if (options.init && options.check !== undefined) command.error('error: --init and --check do not go together');
      return run(options);
    });
};
