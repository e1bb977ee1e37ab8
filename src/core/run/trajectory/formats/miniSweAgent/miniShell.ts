import { fieldsAt, listAt, numberAt, textAt } from '../../fields';
import type { RecordedShell } from '../../trajectory';

/** What a run's settings may hand to its commands; more is no environment. */
const mostNames = 200;

const environmentOf = (settings: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(fieldsAt(settings, 'env') ?? {})
      .filter((entry): entry is [string, string] => /^[A-Za-z_]\w*$/.test(entry[0]) && typeof entry[1] === 'string')
      .slice(0, mostNames),
  );

/** An interpreter that is set; containers of the first releases ran a login shell. */
const interpreterOf = (settings: unknown): readonly string[] | null => {
  const words = listAt(settings, 'interpreter').filter((word) => typeof word === 'string');
  if (words.length > 0) return words;
  return textAt(settings, 'image') === null ? null : ['bash', '-lc'];
};

/** How the run's commands were run, by `info.config.environment`; null where the settings were not kept. */
export const miniShell = (info: unknown): RecordedShell | null => {
  const settings = fieldsAt(info, 'config', 'environment');
  if (settings === null) return null;
  const seconds = numberAt(settings, 'timeout');
  return {
    cwd: textAt(settings, 'cwd') || null,
    env: environmentOf(settings),
    timeoutMs: seconds === null || seconds <= 0 ? null : seconds * 1000,
    interpreter: interpreterOf(settings),
  };
};
