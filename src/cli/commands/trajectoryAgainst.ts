import { alignTrajectories } from '../../app/trajectory/alignTrajectories';
import { type OpenedTrajectory, openTrajectory } from '../../app/trajectory/openTrajectory';
import type { AlignedRow, Alignment, StepSpan } from '../../core/run/trajectory/align/alignSteps';
import { anchorWords } from '../../core/run/trajectory/align/anchorWords';
import { counted } from '../../core/shared/counted';
import { InputFault } from '../../core/shared/problem';
import { openTrajectoryFiles } from '../../io/trajectories/openTrajectoryFiles';
import { jsonText } from '../jsonText';
import { printable } from '../printable';
import { say } from '../say';
import { table } from './textTable';
import { writeLine } from './writeLine';

export interface AgainstOptions {
  readonly id?: string;
  readonly json?: boolean;
}

const widest = 44;

const cut = (text: string): string => (text.length > widest ? `${text.slice(0, widest - 3)}...` : text);

const open = async (path: string, { id }: AgainstOptions): Promise<OpenedTrajectory> => {
  const opened = await openTrajectory(openTrajectoryFiles, path, id === undefined ? {} : { which: id });
  if (id === undefined && opened.all.length > 1)
    throw new InputFault(`${path} holds ${opened.all.length} trajectories. Name the instance by --id.`);
  return opened;
};

const sideOf = ({ entries }: OpenedTrajectory, span: StepSpan | null): readonly [numbers: string, what: string] => {
  if (span === null) return ['', ''];
  const entry = entries[span.from - 1];
  const numbers = span.from === span.to ? String(span.from) : `${span.from}-${span.to}`;
  return [numbers, cut(printable(entry?.preview ?? ''))];
};

/** `=`: both do the same; `~`: both do it in another way or with another end; `<`, `>`: one side alone. */
const signOf = ({ a, b, differs }: AlignedRow): string => {
  if (a === null) return '>';
  if (b === null) return '<';
  return differs ? '~' : '=';
};

const textOf = (a: OpenedTrajectory, b: OpenedTrajectory, { rows, filesDiffer }: Alignment): string => {
  const lines = rows.map((row) => {
    const [left, right] = [sideOf(a, row.a), sideOf(b, row.b)];
    return [...left, signOf(row), printable(anchorWords(row)), ...right];
  });
  const parting = ['', '', '', '--- the files differ from here on, by their edits ---', '', ''];
  const shown = lines.flatMap((line, at) => (at === filesDiffer ? [parting, line] : [line]));
  return table([['A', '', '', 'both', 'B', ''], ...shown]);
};

/** Prints two trajectories side by side, aligned by the files that they touch and the tests that they run. */
export const printAgainst = async (pathA: string, pathB: string, options: AgainstOptions): Promise<void> => {
  const [a, b] = [await open(pathA, options), await open(pathB, options)];
  const alignment = await alignTrajectories(a, b);
  if (options.json === true) {
    await writeLine(jsonText({ a: pathA, b: pathB, ...alignment }, 2));
    return;
  }
  await writeLine(textOf(a, b, alignment));
  const [idA, idB] = [a.head.instanceId, b.head.instanceId];
  if (idA !== null && idB !== null && idA !== idB) say(printable(`These are two instances: ${idA} and ${idB}.`));
  const alone = alignment.rows.filter((row) => row.a === null || row.b === null).length;
  say(`${counted(alignment.rows.length, 'row')}, ${alone.toLocaleString('en-US')} without a counterpart.`);
};
