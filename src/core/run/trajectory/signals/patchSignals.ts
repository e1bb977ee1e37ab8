import { parsePatch } from '../../../patch/parsePatch';
import { type FilePatch, pathOf } from '../../../patch/patch';
import { isGeneratedPath, isTestPath } from '../../../patch/pathRules';
import { counted } from '../../../shared/counted';
import { measuredRates } from './measuredRates';
import type { FailureMode, MeasuredRate, Signal, SignalFacts, Strength } from './signal';

/** A signal of the final patch as a whole. */
export const ofPatch = (
  name: string,
  mode: FailureMode,
  strength: Strength,
  text: string,
  measured: MeasuredRate | null,
  needs: Signal['needs'] = null,
): Signal => ({ name, mode, strength, text, steps: [], needs, measured });

/** At most three names, and how many more there are. */
export const namedPaths = (paths: readonly string[]): string =>
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
        `The patch holds binaries or files that tools make: ${namedPaths(generated)}.`,
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
        `The patch adds ${counted(added.length, 'file')}: ${namedPaths(added)}.`,
        measuredRates.newFiles,
      ),
    );
  if (paths.every((path) => added.includes(path) || generated.includes(path) || isTestPath(path) || isDocument(path)))
    found.push(
      ofPatch('no-source-changed', 'RMI', 'medium', 'The patch changes only tests, documents and new files.', null),
    );
  return found;
};

/** What the final patch itself shows. */
export const patchSignals = ({ head }: SignalFacts): readonly Signal[] => {
  const text = head.finalPatch?.text ?? null;
  if (head.status === 'submitted_empty' || (text !== null && text.trim() === ''))
    return [ofPatch('empty-patch', 'TIE', 'strong', 'The final patch is empty.', measuredRates.emptyPatch)];
  if (text === null) return [];
  const patch = parsePatch(text);
  if (!patch.isPatch) return [ofPatch('no-patch', 'TIE', 'strong', 'What was submitted is no patch.', null)];
  return ofFiles(patch.files);
};
