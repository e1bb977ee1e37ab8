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

const manifestsOf = async (studyFolder: string): Promise<readonly AgentManifest[]> =>
  (await findManifests(manifestFolders(studyFolder || null))).found.map(({ manifest }) => manifest);

/** The loops, single turns, and programs by their manifests: of the study, the person's own, those that ship. */
export const runAgents: AgentSource = {
  list: async (studyFolder) => listAgents(await manifestsOf(studyFolder)),
  named: async (id, { studyFolder, model, keys, told, runFolder }) =>
    agentNamed(id, {
      files: nodeFiles,
      manifests: await manifestsOf(studyFolder),
      command: (manifest) =>
        commandAgent(manifest, {
          ...{ cache: cacheFolder(), entry: model, keys, openGateway, told },
          recordFile: (instanceId) =>
            /[/\\\0]/.test(instanceId) ? null : join(runFolder(), 'records', `${instanceId}.gateway.jsonl`),
        }),
      told,
    }),
};
