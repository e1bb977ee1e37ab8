import { textAt } from '../../fields';

export interface RunFacts {
  readonly instanceId: string | null;
  readonly model: string | null;
}

const parsed = (config: unknown): unknown => {
  if (typeof config !== 'string') return config;
  try {
    return JSON.parse(config);
  } catch {
    return null;
  }
};

/** What `replay_config` says, JSON in a text or an object: the problem, and the model (of the first agent of several). */
export const runFacts = (replayConfig: unknown): RunFacts => {
  const config = parsed(replayConfig);
  return {
    instanceId: textAt(config, 'problem_statement', 'id'),
    model: textAt(config, 'agent', 'model', 'name') ?? textAt(config, 'agent', 'agent_configs', 0, 'model', 'name'),
  };
};

/** The instance that a file's name or an environment's name is: `owner__name-1234`; null for other names. */
export const idOfPath = (path: string): string | null => {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.traj$/, '');
  return /^[\w.-]+?__[\w.-]+$/.test(name) ? name : null;
};
