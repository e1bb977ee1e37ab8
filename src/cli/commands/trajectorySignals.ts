import { openStudy } from '../../app/openStudy';
import { comparedFacts } from '../../app/trajectory/comparedFacts';
import type { OpenedTrajectory } from '../../app/trajectory/openTrajectory';
import { studyPrecision } from '../../app/trajectory/studyPrecision';
import { trajectorySignals } from '../../app/trajectory/trajectorySignals';
import type { TouchstoneEvent } from '../../core/review/events/event';
import { judgedModes } from '../../core/review/events/judgedModes';
import { sweCompassModes } from '../../core/review/rubric/failureModes';
import { suggestFailureModes } from '../../core/run/trajectory/signals/failureSignals';
import { rateWords } from '../../core/run/trajectory/signals/measuredRates';
import type { ComparedFacts, Signal } from '../../core/run/trajectory/signals/signal';
import { instanceRuns } from '../../core/study/instanceRuns';
import { fewestVerdicts, precisionWords, type SignalPrecision } from '../../core/study/signalPrecision';
import type { TrajectoryPlace } from '../../core/study/trajectoryPlace';
import { nodeFiles } from '../../io/files/nodeFiles';
import { readEvents } from '../../io/store/readEvents';
import { sha256 } from '../../io/store/sha256';
import { openTrajectoryFiles } from '../../io/trajectories/openTrajectoryFiles';
import { jsonText } from '../jsonText';
import { printable } from '../printable';
import { placeOfTrajectory, type StateOptions } from './trajectoryStates';
import { writeLine } from './writeLine';

const modeLabel = (mode: string): string => sweCompassModes.find(({ value }) => value === mode)?.label ?? mode;

const stepWords = (steps: readonly number[]): string => (steps.length === 0 ? '' : ` Steps ${steps.join(', ')}.`);

const signalLines = (
  { name, text, steps, strength, measured }: Signal,
  precision: SignalPrecision | null,
): readonly string[] => {
  const ours = precisionWords(precision, name);
  return [
    `    ${strength}: ${text}${stepWords(steps)}`,
    `      ${rateWords(measured)}`,
    ...(ours === null ? [] : [`      ${ours}`]),
  ];
};

/** How the signals stand to the verdicts of the study above the file; the study is opened only where they are enough. */
const precisionAbove = async ({ studyFolder }: TrajectoryPlace): Promise<SignalPrecision | null> => {
  if (studyFolder === null) return null;
  const events: TouchstoneEvent[] = [];
  for await (const event of readEvents(studyFolder)) events.push(event);
  const modes = judgedModes(events);
  if (modes.length < fewestVerdicts) return null;
  const catalogue = await openStudy({ files: nodeFiles, sha256 }, studyFolder);
  const ports = { files: nodeFiles, sha256, openFiles: openTrajectoryFiles };
  return studyPrecision(ports, { catalogue, rows: instanceRuns(catalogue) }, modes);
};

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
  const precision = await precisionAbove(place);
  if (options.json) {
    const onVerdicts = precision && { verdicts: precision.verdicts, bySignal: Object.fromEntries(precision.bySignal) };
    await writeLine(jsonText({ suggestions, signals, marks, compared, onVerdicts }, 2));
    return;
  }
  await writeLine(suggestions.length === 0 ? 'No signal of a failure.' : 'To look at; these are hints, not verdicts:');
  const lines = suggestions.flatMap(({ mode, signals: found }) => [
    `  ${modeLabel(mode)}`,
    ...found.flatMap((one) => signalLines(one, precision)),
  ]);
  const marked = marks.map(({ text, steps }) => `  ${text}${stepWords(steps)}`);
  for (const line of [...lines, ...(marked.length === 0 ? [] : ['Marks, no signs of a failure:', ...marked]), compared])
    await writeLine(printable(line));
};
