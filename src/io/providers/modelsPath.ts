import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * Where the user's models file is: what `TOUCHSTONE_MODELS` names, else `touchstone/models.yaml` in the platform's
 * folder of settings. It need not exist.
 */
export const modelsPath = (env: NodeJS.ProcessEnv = process.env): string => {
  if (env['TOUCHSTONE_MODELS']) return resolve(env['TOUCHSTONE_MODELS']);
  if (env['XDG_CONFIG_HOME']) return join(env['XDG_CONFIG_HOME'], 'touchstone', 'models.yaml');
  if (process.platform === 'win32' && env['APPDATA']) return join(env['APPDATA'], 'touchstone', 'models.yaml');
  return join(homedir(), '.config', 'touchstone', 'models.yaml');
};

/** A study's own models file, whose entries come before the user's. */
export const studyModelsPath = (studyFolder: string): string => join(studyFolder, 'models.yaml');
