import { resolve } from 'node:path';
import { agentNamed, listAgents } from '../../app/run/agentNamed';
import type { Agent } from '../../core/run/agent/attempt';
import type { AgentManifest } from '../../core/run/agent/command/agentManifest';
import type { ModelEntry } from '../../core/run/model/modelEntry';
import { isFileModel } from '../../core/run/model/modelNamed';
import { InputFault } from '../../core/shared/problem';
import { findManifests } from '../../io/agents/foundManifests';
import { manifestFolders } from '../../io/agents/shippedManifests';
import { nodeFiles } from '../../io/files/nodeFiles';
import { environmentKeys } from '../../io/providers/environmentKeys';
import { loadModels } from '../../io/providers/loadModels';
import { namedModel } from '../../io/providers/namedModel';
import { printable } from '../printable';
import { say, sayProblems } from '../say';
import { programAgent, type RunPlace } from './runProgram';

const lackOf = async ({ keyName }: ModelEntry): Promise<string> =>
  keyName !== null && (await environmentKeys.keyOf(keyName)) === null ? `key ${keyName} is not set` : '';

const modelLines = async (study: string | null): Promise<readonly string[]> => {
  const { entries, path, exists } = await loadModels(study);
  const lines = await Promise.all(
    entries.map(async (entry) =>
      `  ${entry.id.padEnd(24)} ${entry.protocol.padEnd(10)} ${await lackOf(entry)}`.trimEnd(),
    ),
  );
  const none = exists ? `  none in ${path}` : `  none: there is no ${path} yet`;
  return ['Models:', ...(lines.length > 0 ? lines : [none]), '  scripted:FILE, replay:FILE'];
};

const agentLines = (manifests: readonly AgentManifest[]): readonly string[] => [
  'Agents:',
  ...listAgents(manifests).map(({ id, title, description }) => `  ${id.padEnd(24)} ${title} (${description})`),
];

const manifestsFor = async (study: string | null): Promise<readonly AgentManifest[]> => {
  const { found, problems } = await findManifests(manifestFolders(study));
  sayProblems(problems);
  return found.map(({ manifest }) => manifest);
};

/** What can be named, on stderr: what a call without a model or with an unknown one is told. */
export const sayChoices = async (study: string | null): Promise<void> => {
  for (const line of [...(await modelLines(study)), ...agentLines(await manifestsFor(study))]) say(printable(line));
};

/** The model that was named. Throws InputFault where there is none, after the list of those that there are. */
export const chosenModel = async (id: string, study: string | null): Promise<ModelEntry> => {
  const { entries, problems, path } = isFileModel(id)
    ? { entries: [], problems: [], path: '' }
    : await loadModels(study);
  sayProblems(problems);
  try {
    return await namedModel(id, { entries, path }, (file) => resolve(file));
  } catch (error) {
    if (error instanceof InputFault) await sayChoices(study);
    throw error;
  }
};

/** The agent that was named, for runs of this model. Throws InputFault. */
export const chosenAgent = async (
  id: string,
  model: ModelEntry,
  study: string | null,
  place: RunPlace,
): Promise<Agent> =>
  agentNamed(/\.ya?ml$/i.test(id) ? resolve(id) : id, {
    files: nodeFiles,
    manifests: await manifestsFor(study),
    command: (manifest) => programAgent(manifest, model, place),
    told: say,
  });
