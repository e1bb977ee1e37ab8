import { parsePatch } from '../../../patch/parsePatch';
import { pathOf } from '../../../patch/patch';
import { sourceLines } from '../../../patch/sourceLines';
import { measuredRates } from './measuredRates';
import { namedPaths, ofPatch } from './patchSignals';
import type { Signal, SignalFacts } from './signal';
import { thresholds } from './thresholds';

const ofFiles = (paths: readonly string[], gold: readonly string[]): readonly Signal[] => {
  const [missed, extra] = [gold.filter((path) => !paths.includes(path)), paths.filter((path) => !gold.includes(path))];
  if (gold.length === 0) return [];
  const found: Signal[] = [];
  if (missed.length === gold.length)
    found.push(
      ofPatch(
        'no-gold-file',
        'RMI',
        'medium',
        'No file of the reference solution was changed.',
        measuredRates.noGoldFile,
        'gold',
      ),
    );
  else if (missed.length > 0)
    found.push(
      ofPatch(
        'gold-files-missed',
        'ISE',
        'medium',
        `Files of the reference solution were not changed: ${namedPaths(missed)}.`,
        null,
        'gold',
      ),
    );
  if (extra.length > 0 && missed.length < gold.length)
    found.push(
      ofPatch(
        'extra-files',
        'ISE',
        'weak',
        `Files beyond the reference solution were changed: ${namedPaths(extra)}.`,
        measuredRates.extraFiles,
        'gold',
      ),
    );
  return found;
};

const ofSize = (lines: number, gold: number | null): readonly Signal[] => {
  const { timesGoldLines, linesBeyondGold } = thresholds;
  if (gold === null || gold === 0 || lines < gold * timesGoldLines || lines < gold + linesBeyondGold) return [];
  const text = `The patch changes ${lines} lines of source, the reference solution ${gold}.`;
  return [ofPatch('much-larger', 'ISE', 'weak', text, null, 'gold')];
};

/** The final patch against the reference solution, as far as that is known. */
export const goldSignals = ({ head, goldFiles, goldLines }: SignalFacts): readonly Signal[] => {
  const patch = parsePatch(head.finalPatch?.text ?? '');
  if (!patch.isPatch || patch.files.length === 0 || goldFiles === null) return [];
  return [...ofFiles(patch.files.map(pathOf), goldFiles), ...ofSize(sourceLines(patch), goldLines)];
};
