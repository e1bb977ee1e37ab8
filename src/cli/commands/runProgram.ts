import type { Agent } from '../../core/run/agent/attempt';
import type { AgentManifest } from '../../core/run/agent/command/agentManifest';
import type { ModelEntry } from '../../core/run/model/modelEntry';
import { InputFault } from '../../core/shared/problem';

/** A program as an agent, with a gateway to the run's model for each attempt. */
export const programAgent = (manifest: AgentManifest, _model: ModelEntry): Agent => {
  throw new InputFault(`The agent ${manifest.id} is a program; this version can't run one.`);
};
