import { comparedFacts } from '../../app/trajectory/comparedFacts';
import type { OpenedTrajectory } from '../../app/trajectory/openTrajectory';
import { trajectorySignals } from '../../app/trajectory/trajectorySignals';
import { sweCompassModes } from '../../core/review/rubric/failureModes';
import { suggestFailureModes } from '../../core/run/trajectory/signals/failureSignals';
import { rateWords } from '../../core/run/trajectory/signals/measuredRates';
import type { ComparedFacts, Signal } from '../../core/run/trajectory/signals/signal';
import type { TrajectoryPlace } from '../../core/study/trajectoryPlace';
import { nodeFiles } from '../../io/files/nodeFiles';
import { jsonText } from '../jsonText';
import { printable } from '../printable';
import { placeOfTrajectory, type StateOptions } from './trajectoryStates';
import { writeLine } from './writeLine';

const modeLabel = (mode: string): string => sweCompassModes.find(({ value }) => value === mode)?.label ?? mode;

const stepWords = (steps: readonly number[]): string => (steps.length === 0 ? '' : ` Steps ${steps.join(', ')}.`);

const signalLines = ({ text, steps, strength, measured }: Signal): readonly string[] => [
  `    ${strength}: ${text}${stepWords(steps)}`,
  `      ${rateWords(measured)}`,
];

interface SignalOptions extends StateOptions {
  readonly json?: boolean;
}

/** What the signals were compared with, in words. */
const comparedWords = (place: TrajectoryPlace, { goldFiles, evaluation, statement }: ComparedFacts): string => {
  const { datasetPath, evaluationFolder } = place;
  const from = datasetPath === null ? '' : ` (${datasetPath})`;
  const known = [
    ...(statement === null ? [] : [`the problem statement${from}`]),
    ...(goldFiles === null ? [] : [`the reference solution${statement === null ? from : ''}`]),
    ...(evaluation === null ? [] : [`the evaluation${evaluationFolder === null ? '' : ` ${evaluationFolder}`}`]),
  ];
  if (known.length === 0)
    return 'Compared with nothing beside itself: no study above it knows its instance. --dataset names its instances.';
  return `Compared with ${known.join(', ')}.`;
};

/**
 * Prints what may be looked at, at most three failure modes, each with its signals and what was measured of them; then
 * the marks, and what was compared with: what the study above the file knows, or the dataset that is named.
 */
export const printSignals = async (opened: OpenedTrajectory, options: SignalOptions): Promise<void> => {
  const place = await placeOfTrajectory(opened, options);
  const facts = await comparedFacts(nodeFiles, place);
  const { signals, marks } = await trajectorySignals(opened, facts);
  const suggestions = suggestFailureModes(signals, { hidden: { gold: false, tests: false } });
  const compared = comparedWords(place, facts);
  if (options.json) {
    await writeLine(jsonText({ suggestions, signals, marks, compared }, 2));
    return;
  }
  await writeLine(suggestions.length === 0 ? 'No signal of a failure.' : 'To look at; these are hints, not verdicts:');
  const lines = suggestions.flatMap(({ mode, signals: found }) => [
    `  ${modeLabel(mode)}`,
    ...found.flatMap(signalLines),
  ]);
  const marked = marks.map(({ text, steps }) => `  ${text}${stepWords(steps)}`);
  for (const line of [...lines, ...(marked.length === 0 ? [] : ['Marks, no signs of a failure:', ...marked]), compared])
    await writeLine(printable(line));
};
