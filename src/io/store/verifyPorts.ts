import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { VerifyPorts } from '../../core/review/events/chainFiles';
import { eventFiles, linesOf } from './readEvents';
import { sha256 } from './sha256';
import { studyRubrics } from './studyRubrics';
import { readWords, textName } from './textStore';

const textState: VerifyPorts['textState'] = async (root, study, name) => {
  const file = join(root, '.touchstone', study, 'text', name);
  const words = await readFile(file, 'utf8').catch(() => null);
  if (words === null) return 'missing';
  const read = readWords(words);
  return read && textName(read.salt, read.text) === name ? 'whole' : 'changed';
};

/** `touchstone verify` on this machine's disk. */
export const verifyPorts: VerifyPorts = { sha256, eventFiles, linesOf, textState, rubricFiles: studyRubrics };
