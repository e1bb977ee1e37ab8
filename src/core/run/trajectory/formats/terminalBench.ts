import { isFields } from '../fields';
import type { TrajectoryFolder, TrajectoryFormat, TrajectoryPart } from '../trajectoryFormat';
import { buildTerminalStep } from './terminal/terminalStep';
import { TrialReader } from './terminal/trialReader';

const isTrial = (value: unknown): boolean =>
  isFields(value) && ['task_id', 'trial_name', 'is_resolved'].every((name) => Object.hasOwn(value, name));

/** What the agent did, then what the tests showed: a recording where there is one, else the screen or the log. */
const shownFiles: readonly (readonly string[])[] = [
  ['sessions/agent.cast', 'panes/post-agent.txt', 'sessions/agent.log'],
  ['sessions/tests.cast', 'panes/post-test.txt', 'sessions/tests.log'],
];

const partsOf = (folder: string, paths: ReadonlySet<string>): readonly TrajectoryPart[] => {
  const found = shownFiles.flatMap((names) => names.find((name) => paths.has(`${folder}${name}`)) ?? []);
  if (found.length === 0) return [];
  const texts = found.map((name): TrajectoryPart => ({ path: `${folder}${name}`, cut: { kind: 'text' } }));
  return [{ path: `${folder}results.json`, cut: { kind: 'whole' } }, ...texts];
};

const trialsOf = (paths: readonly string[]): TrajectoryFolder | null => {
  const known = new Set(paths);
  const trajectories = paths.flatMap((path) => {
    const folder = /^(.*\/)?results\.json$/.exec(path);
    const parts = folder === null ? [] : partsOf(folder[1] ?? '', known);
    const root = folder?.[1] ?? '';
    return parts.length === 0 ? [] : [{ id: root.split('/').at(-2) ?? null, parts, root }];
  });
  return trajectories.length === 0 ? null : { version: null, trajectories };
};

/** A trial of terminal-bench 1: what the agent did is one opaque step; terminals are played from their recordings. */
export const terminalBench: TrajectoryFormat = {
  name: 'terminal-bench',
  title: 'terminal-bench 1',
  detect: ({ values: [document] }) => (isTrial(document) ? { cut: { kind: 'whole' }, version: null } : null),
  open: () => new TrialReader(),
  build: buildTerminalStep,
  folder: trialsOf,
};
