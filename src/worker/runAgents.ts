import { join } from 'node:path';
import { agentNamed, listAgents } from '../app/run/agentNamed';
import type { AgentManifest } from '../core/run/agent/command/agentManifest';
import { commandAgent } from '../io/agents/commandAgent';
import { findManifests } from '../io/agents/foundManifests';
import { manifestFolders } from '../io/agents/shippedManifests';
import { nodeFiles } from '../io/files/nodeFiles';
import { openGateway } from '../io/gateway/openGateway';
import { cacheFolder } from '../io/store/cacheFolder';
import type { AgentSource } from './modelRunDesk';

/** What can't be read of them is told, a line each. */
const manifestsOf = async (studyFolder: string, told: (text: string) => void): Promise<readonly AgentManifest[]> => {
  const { found, problems } = await findManifests(manifestFolders(studyFolder || null));
  for (const { where, field, reason } of problems) told(`${where}${field === null ? '' : ` ${field}`}: ${reason}`);
  return found.map(({ manifest }) => manifest);
};

/** The loops, single turns, and programs by their manifests: of the study, the person's own, those that ship. */
export const runAgents: AgentSource = {
  list: async (studyFolder, told) => listAgents(await manifestsOf(studyFolder, told)),
  named: async (id, { studyFolder, model, keys, told, runFolder }) =>
    agentNamed(id, {
      files: nodeFiles,
      manifests: await manifestsOf(studyFolder, told),
      command: (manifest) =>
        commandAgent(manifest, {
          ...{ cache: cacheFolder(), entry: model, keys, openGateway, told },
          recordFile: (instanceId) =>
            /[/\\\0]/.test(instanceId) ? null : join(runFolder(), 'records', `${instanceId}.gateway.jsonl`),
        }),
      told,
    }),
};
