import { booleanAt, textAt, valueAt } from '../fields';
import type { TrajectoryFormat, TrajectoryPart } from '../trajectoryFormat';
import { buildClaudeStep } from './claude/buildStep';
import { SessionReader } from './claude/sessionReader';

const name = 'claude-code-session';

/** Lines that tell a session where no message stands among the first. */
const ownTypes = new Set([
  'file-history-snapshot',
  'queue-operation',
  'permission-mode',
  'last-prompt',
  'custom-title',
]);

const isSessionLine = (value: unknown): boolean => {
  if (textAt(value, 'sessionId') !== null && booleanAt(value, 'isSidechain') !== null) return true;
  const type = textAt(value, 'type') ?? '';
  if (type === 'summary') return textAt(value, 'leafUuid') !== null;
  return ownTypes.has(type) && valueAt(value, 'message') === undefined;
};

/** Sub-agents' files below `<session>/`: what is said of each first, then its lines. */
const subagents = (paths: readonly string[]): readonly TrajectoryPart[] =>
  paths
    .filter((path) => /(?:^|\/)agent-[^/]+\.jsonl$/.test(path))
    .flatMap((path): readonly TrajectoryPart[] => {
      const meta = path.replace(/\.jsonl$/, '.meta.json');
      const described: readonly TrajectoryPart[] = paths.includes(meta) ? [{ path: meta, cut: { kind: 'whole' } }] : [];
      return [...described, { path, cut: { kind: 'lines' } }];
    });

/** Sessions that Claude Code keeps in `~/.claude/projects`: JSON lines, one per block of a message. */
export const claudeCodeSession: TrajectoryFormat = {
  name,
  title: 'Claude Code session',
  detect: ({ values }) => {
    if (!values.some(isSessionLine)) return null;
    const version = values.map((value) => textAt(value, 'version')).find((found) => found !== null) ?? null;
    return { cut: { kind: 'lines' }, version };
  },
  open: (version) => new SessionReader(name, version),
  build: buildClaudeStep,
  beside: subagents,
};
