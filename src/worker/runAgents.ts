import { loopAgent } from '../core/run/agent/loop/loopAgent';
import { loopPresets } from '../core/run/agent/presets/loopPresets';
import { singleTurnAgents } from '../core/run/agent/singleTurn/singleTurnAgents';
import { InputFault } from '../core/shared/problem';
import { findManifests } from '../io/agents/foundManifests';
import { manifestFolders } from '../io/agents/shippedManifests';
import type { RunChoices } from '../protocol/modelRuns';
import type { AgentSource } from './modelRunDesk';

type Listed = RunChoices['agents'][number];

const turnTitles: Readonly<Record<string, string>> = {
  patch: 'one reply with a patch',
  'search-replace': 'one reply with SEARCH/REPLACE blocks',
  code: 'one reply with a file of code',
};

const limitWords = ({ steps, costUsd }: { readonly steps: number; readonly costUsd: number }): string =>
  [steps > 0 ? `at most ${steps} turns` : '', costUsd > 0 ? `at most $${costUsd.toFixed(2)} an attempt` : '']
    .filter(Boolean)
    .join(', ');

const loops = (): readonly Listed[] =>
  loopPresets.map(({ id, title, limits }) => ({ id, title, description: limitWords(limits) }));

const turns = (): readonly Listed[] =>
  singleTurnAgents.map(({ id }) => ({ id, title: turnTitles[id] ?? 'one reply', description: 'no tools, no turns' }));

/** The native loop, single turns, and programs by their manifests. */
export const runAgents: AgentSource = {
  list: async (studyFolder) => {
    const { found } = await findManifests(manifestFolders(studyFolder || null));
    const programs = found.map(({ manifest: { id, title, version } }) => ({
      ...{ id, title, description: `version ${version}, a program in the container` },
    }));
    return [...loops(), ...turns(), ...programs];
  },
  named: async (id) => {
    const loop = loopPresets.find((preset) => preset.id === id);
    if (loop) return loopAgent(loop);
    const turn = singleTurnAgents.find((agent) => agent.id === id);
    if (turn) return turn;
    throw new InputFault(`There is no agent "${id}".`);
  },
};
