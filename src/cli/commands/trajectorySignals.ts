import type { OpenedTrajectory } from '../../app/trajectory/openTrajectory';
import { trajectorySignals } from '../../app/trajectory/trajectorySignals';
import { parsePatch } from '../../core/patch/parsePatch';
import { pathOf } from '../../core/patch/patch';
import { sweCompassModes } from '../../core/review/rubric/failureModes';
import { suggestFailureModes } from '../../core/run/trajectory/signals/failureSignals';
import { rateWords } from '../../core/run/trajectory/signals/measuredRates';
import type { Signal } from '../../core/run/trajectory/signals/signal';
import { jsonText } from '../jsonText';
import { printable } from '../printable';
import { placeOfTrajectory, type StateOptions } from './trajectoryStates';
import { writeLine } from './writeLine';

const modeLabel = (mode: string): string => sweCompassModes.find(({ value }) => value === mode)?.label ?? mode;

const signalLines = ({ text, steps, strength, measured }: Signal): readonly string[] => [
  `    ${strength}: ${text}${steps.length === 0 ? '' : ` Steps ${steps.join(', ')}.`}`,
  `      ${rateWords(measured)}`,
];

interface SignalOptions extends StateOptions {
  readonly json?: boolean;
}

/** Files of the reference solution where the dataset was named; a study may hide them, so it is not asked. */
const goldFilesOf = async (opened: OpenedTrajectory, options: SignalOptions): Promise<readonly string[] | null> => {
  if (options.dataset === undefined) return null;
  const patch = (await placeOfTrajectory(opened, options)).instance?.goldPatch ?? null;
  return patch === null ? null : parsePatch(patch).files.map(pathOf);
};

/** Prints what may be looked at, at most three failure modes, each with its signals and what was measured of them. */
export const printSignals = async (opened: OpenedTrajectory, options: SignalOptions): Promise<void> => {
  const signals = await trajectorySignals(opened, await goldFilesOf(opened, options));
  const suggestions = suggestFailureModes(signals, { blind: false });
  if (options.json) {
    await writeLine(jsonText({ suggestions, signals }, 2));
    return;
  }
  await writeLine(suggestions.length === 0 ? 'No signal of a failure.' : 'To look at; these are hints, not verdicts:');
  for (const { mode, signals: found } of suggestions)
    for (const line of [`  ${modeLabel(mode)}`, ...found.flatMap(signalLines)]) await writeLine(printable(line));
};
