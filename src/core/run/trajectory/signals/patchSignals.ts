import { parsePatch } from '../../../patch/parsePatch';
import { type FilePatch, pathOf } from '../../../patch/patch';
import { isGeneratedPath, isTestPath } from '../../../patch/pathRules';
import { counted } from '../../../shared/counted';
import { measuredRates } from './measuredRates';
import type { FailureMode, MeasuredRate, Signal, SignalFacts, Strength } from './signal';

const ofPatch = (
  name: string,
  mode: FailureMode,
  strength: Strength,
  text: string,
  measured: MeasuredRate | null,
  needsGold = false,
): Signal => ({ name, mode, strength, text, steps: [], needsGold, measured });

/** At most three names, and how many more there are. */
const named = (paths: readonly string[]): string =>
  paths.slice(0, 3).join(', ') + (paths.length > 3 ? ` and ${paths.length - 3} more` : '');

const isDocument = (path: string): boolean => /(?:^|\/)docs?\/|\.(?:md|rst|txt|adoc)$/i.test(path);

const ofFiles = (files: readonly FilePatch[]): readonly Signal[] => {
  const found: Signal[] = [];
  const paths = files.map(pathOf);
  const generated = files.filter((file) => file.binary !== null || isGeneratedPath(pathOf(file))).map(pathOf);
  if (generated.length > 0)
    found.push(
      ofPatch(
        'generated-files',
        'ISE',
        'medium',
        `The patch holds binaries or files that tools make: ${named(generated)}.`,
        null,
      ),
    );
  const added = files
    .filter((file) => file.kind === 'added')
    .map(pathOf)
    .filter((path) => !generated.includes(path));
  if (added.length > 0)
    found.push(
      ofPatch(
        'new-files',
        'ISE',
        'weak',
        `The patch adds ${counted(added.length, 'file')}: ${named(added)}.`,
        measuredRates.newFiles,
      ),
    );
  if (paths.every((path) => added.includes(path) || generated.includes(path) || isTestPath(path) || isDocument(path)))
    found.push(
      ofPatch('no-source-changed', 'RMI', 'medium', 'The patch changes only tests, documents and new files.', null),
    );
  return found;
};

const againstGold = (paths: readonly string[], gold: readonly string[]): readonly Signal[] => {
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
        true,
      ),
    );
  else if (missed.length > 0)
    found.push(
      ofPatch(
        'gold-files-missed',
        'ISE',
        'medium',
        `Files of the reference solution were not changed: ${named(missed)}.`,
        null,
        true,
      ),
    );
  if (extra.length > 0 && missed.length < gold.length)
    found.push(
      ofPatch(
        'extra-files',
        'ISE',
        'weak',
        `Files beyond the reference solution were changed: ${named(extra)}.`,
        measuredRates.extraFiles,
        true,
      ),
    );
  return found;
};

/** What the final patch itself shows, and against the files of the reference solution where those are known. */
export const patchSignals = ({ head, goldFiles }: SignalFacts): readonly Signal[] => {
  const text = head.finalPatch?.text ?? null;
  if (head.status === 'submitted_empty' || (text !== null && text.trim() === ''))
    return [ofPatch('empty-patch', 'TIE', 'strong', 'The final patch is empty.', measuredRates.emptyPatch)];
  if (text === null) return [];
  const patch = parsePatch(text);
  if (!patch.isPatch) return [ofPatch('no-patch', 'TIE', 'strong', 'What was submitted is no patch.', null)];
  return [...ofFiles(patch.files), ...(goldFiles === null ? [] : againstGold(patch.files.map(pathOf), goldFiles))];
};
