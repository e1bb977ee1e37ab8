import { fieldsAt, listAt, textAt, valueAt } from '../fields';
import type { TrajectoryFormat } from '../trajectoryFormat';
import { buildClaudeStep } from './claude/buildStep';
import { StreamReader } from './claude/streamReader';

const name = 'claude-stream-json';

const isInit = (value: unknown): boolean =>
  textAt(value, 'type') === 'system' && textAt(value, 'subtype') === 'init' && textAt(value, 'session_id') !== null;

/** A message of a stream: its line has a session, and neither the places nor the times of a kept session. */
const isMessage = (value: unknown): boolean => {
  const type = textAt(value, 'type');
  if (type !== 'assistant' && type !== 'user') return false;
  const streamed = textAt(value, 'session_id') !== null && valueAt(value, 'parent_tool_use_id') !== undefined;
  return streamed && fieldsAt(value, 'message') !== null && valueAt(value, 'parentUuid') === undefined;
};

const isOfStream = (value: unknown): boolean => isInit(value) || isMessage(value);

/** What `claude -p --output-format stream-json` prints, as lines, or as the one array that the GitHub action keeps. */
export const claudeStreamJson: TrajectoryFormat = {
  name,
  title: 'Claude Code stream-json',
  detect: ({ values }) => {
    const kind = values.some(isOfStream) ? 'lines' : 'array';
    const all = kind === 'lines' ? values : listAt(values, 0);
    if (!all.some(isOfStream)) return null;
    const version = textAt(all.find(isInit), 'claude_code_version');
    return { cut: { kind }, version };
  },
  open: (version) => new StreamReader(name, version),
  build: buildClaudeStep,
};
