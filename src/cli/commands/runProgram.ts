import path from 'node:path';
import type { Agent } from '../../core/run/agent/attempt';
import type { AgentManifest } from '../../core/run/agent/command/agentManifest';
import type { ModelEntry } from '../../core/run/model/modelEntry';
import { commandAgent } from '../../io/agents/commandAgent';
import { openGateway } from '../../io/gateway/openGateway';
import { environmentKeys } from '../../io/providers/environmentKeys';
import { cacheFolder } from '../../io/store/cacheFolder';
import { say } from '../say';

/** Where the run is kept that goes on now; a call with several attempts has one after the other. */
export interface RunPlace {
  folder: string | null;
}

/** A program as an agent, with a gateway to the run's model for each attempt. */
export const programAgent = (manifest: AgentManifest, entry: ModelEntry, place: RunPlace): Agent =>
  commandAgent(manifest, {
    cache: cacheFolder(),
    entry,
    keys: environmentKeys,
    openGateway,
    recordFile: (instanceId) =>
      place.folder === null || /[/\\\0]/.test(instanceId)
        ? null
        : path.join(place.folder, 'records', `${instanceId}.gateway.jsonl`),
    told: say,
  });
