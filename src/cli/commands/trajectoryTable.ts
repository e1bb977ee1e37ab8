import type { FoundTrajectory } from '../../app/trajectory/findTrajectories';
import type { OpenedTrajectory } from '../../app/trajectory/openTrajectory';
import type { Trajectory } from '../../core/run/trajectory/trajectory';
import type { StepEntry } from '../../core/run/trajectory/trajectoryIndex';
import { counted } from '../../core/shared/counted';
import { printable } from '../printable';
import { table } from './textTable';

const number = (value: number | null): string => (value === null ? '-' : value.toLocaleString('en-US'));

const resolvedWords = (resolved: boolean | null): string =>
  resolved === null ? '' : resolved ? ', resolved' : ', not resolved';

const patchWords = ({ finalPatch }: Trajectory): string => {
  if (finalPatch === null) return 'final patch: not recorded';
  if (finalPatch.text === '') return `final patch: empty (${finalPatch.source})`;
  return `final patch: ${counted(finalPatch.text.split('\n').length, 'line')} (${finalPatch.source})`;
};

const totalsWords = ({ totals }: Trajectory): string => {
  const cost = totals.costUsd === null ? 'not recorded' : `$${totals.costUsd.toFixed(4)} (${totals.costSource})`;
  const tokens = `prompt ${number(totals.prompt)}, of it cached ${number(totals.cached)}, completion ${number(totals.completion)}`;
  return `API calls: ${number(totals.apiCalls)}; tokens: ${tokens}; cost: ${cost}${totals.incomplete ? '; incomplete' : ''}`;
};

/** A trajectory as a whole, for people: what it is, how it ended, what it took, and what could not be read. */
export const trajectoryLines = ({ path, found, head, entries }: OpenedTrajectory): readonly string[] => [
  `${path}: ${found.format.title}${head.version === null ? '' : `, version ${head.version}`}`,
  `  instance: ${head.instanceId ?? '-'}; model: ${head.model ?? '-'}; agent: ${head.agent ?? '-'}`,
  `  status: ${head.status}${head.rawStatus === null ? '' : ` (${head.rawStatus})`}${resolvedWords(head.resolved)}`,
  `  ${counted(entries.length, 'step')}, ${counted(entries.filter(({ isError }) => isError).length, 'step')} with an error`,
  `  ${totalsWords(head)}`,
  `  ${patchWords(head)}`,
  ...head.warnings.map((warning) => `  note: ${warning}`),
];

const seconds = (milliseconds: number | null): string =>
  milliseconds === null ? '' : `${(milliseconds / 1000).toFixed(1)}s`;

const rowOf = (entry: StepEntry): readonly string[] => [
  String(entry.idx),
  printable(entry.agentId),
  entry.kind === 'text' && entry.role !== 'agent' ? entry.role : entry.kind,
  entry.isError ? 'error' : '',
  entry.exitCode === null ? '' : String(entry.exitCode),
  seconds(entry.durationMs),
  entry.tokens === null ? '' : number(entry.tokens),
  printable(entry.preview),
];

/** A line a step. */
export const stepsTable = (entries: readonly StepEntry[]): string =>
  table([['step', 'agent', 'kind', '', 'exit', 'time', 'tokens', 'what'], ...entries.map(rowOf)]);

/** The trajectories of a file or folder that holds several. */
export const severalTable = (all: readonly FoundTrajectory[]): string =>
  table([
    ['number', 'id', 'format', 'file'],
    ...all.map(({ id, format, parts }, at) => [
      String(at + 1),
      printable(id ?? '-'),
      format.name,
      printable(parts[0]?.path ?? '-'),
    ]),
  ]);
