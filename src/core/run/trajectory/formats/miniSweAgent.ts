import { fieldsAt, isFields, listAt, textAt } from '../fields';
import type { TrajectoryFormat, TrajectorySample } from '../trajectoryFormat';
import { infoVersion } from './miniSweAgent/miniEnding';
import { messageText, miniMessageKind } from './miniSweAgent/miniMessage';
import { MiniReader } from './miniSweAgent/miniReader';
import { looksLikeResult } from './miniSweAgent/miniResult';
import { buildMiniStep } from './miniSweAgent/miniStep';

const cut = { kind: 'document', arrays: ['messages'] } as const;

/**
 * Version of a document: by its own word, which stands at the end and may lie beyond what is sampled, by the release,
 * or by what `info` begins with in each.
 */
const generation = ({ values: [document], text }: TrajectorySample): 1 | 2 | null => {
  const format = textAt(document, 'trajectory_format');
  if (format !== null) return !format.startsWith('mini-swe-agent-') ? null : format === 'mini-swe-agent-1' ? 1 : 2;
  const release = infoVersion(document);
  if (release !== null && fieldsAt(document, 'info', 'model_stats') !== null) return release.startsWith('1.') ? 1 : 2;
  const first = /^\s*\{\s*"info"\s*:\s*\{\s*"(exit_status|model_stats)"/.exec(text)?.[1];
  return first === undefined ? null : first === 'exit_status' ? 1 : 2;
};

const ofGeneration = (wanted: 1 | 2): TrajectoryFormat => ({
  name: `mini-swe-agent-${wanted}`,
  title: `mini-swe-agent ${wanted}`,
  detect: (sample) => (generation(sample) === wanted ? { cut, version: infoVersion(sample.values[0]) } : null),
  open: (version) => new MiniReader(`mini-swe-agent-${wanted}`, version),
  build: buildMiniStep,
});

/** `.traj.json` of releases 1 (`mini-swe-agent-1`): commands in fenced blocks, what they gave in the next message. */
export const miniSweAgent1: TrajectoryFormat = ofGeneration(1);

/** `.traj.json` of releases 2 (`mini-swe-agent-1.1`): messages of the chat or the Responses API, each with `extra`. */
export const miniSweAgent2: TrajectoryFormat = ofGeneration(2);

/** Messages alone are of this agent if it is told to write its fenced block, or a command's result is in its tags. */
const isMiniList = (messages: readonly unknown[]): boolean => {
  if (!messages.some((message) => isFields(message) && textAt(message, 'role') !== null)) return false;
  return messages.some((message) => {
    const { text } = messageText(message);
    const kind = miniMessageKind(message);
    if (kind === 'user') return looksLikeResult(text) && text.includes('<returncode>');
    return kind === 'exit' || text.includes('```mswea_bash_command');
  });
};

/** The list of messages alone, as the agent holds it. */
export const miniSweAgentMessages: TrajectoryFormat = {
  name: 'mini-swe-agent-messages',
  title: 'mini-swe-agent, messages alone',
  detect: ({ values, text }) => {
    if (!/^\s*\[/.test(text)) return null;
    const messages = values.length === 1 && Array.isArray(values[0]) ? listAt(values, 0) : values;
    return isMiniList(messages) ? { cut: { kind: 'array' }, version: null } : null;
  },
  open: (version) => new MiniReader('mini-swe-agent-messages', version),
  build: buildMiniStep,
};
