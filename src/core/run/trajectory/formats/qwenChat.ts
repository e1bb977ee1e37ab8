import { fieldsAt, listAt, textAt, valueAt } from '../fields';
import type { TrajectoryFormat } from '../trajectoryFormat';
import { buildQwen } from './qwen/buildQwen';
import { QwenReader } from './qwen/qwenReader';

const name = 'qwen-chat';

const isLine = (value: unknown): boolean => {
  const placed = textAt(value, 'uuid') !== null && textAt(value, 'sessionId') !== null;
  if (!placed || valueAt(value, 'isSidechain') !== undefined) return false;
  const isSystem = textAt(value, 'type') === 'system' && fieldsAt(value, 'systemPayload') !== null;
  return isSystem || listAt(value, 'message', 'parts').length > 0;
};

/** Chats that Qwen Code keeps in `~/.qwen/projects`: JSON lines that name their parents. */
export const qwenChat: TrajectoryFormat = {
  name,
  title: 'Qwen Code chat',
  detect: ({ values }) => {
    const line = values.find(isLine);
    return line === undefined ? null : { cut: { kind: 'lines' }, version: textAt(line, 'version') };
  },
  open: (version) => new QwenReader(name, version),
  build: buildQwen,
};
