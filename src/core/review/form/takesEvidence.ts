import type { Criterion, EvidenceKind } from '../rubric/rubric';
import type { Evidence } from './answers';

const words: Readonly<Record<EvidenceKind, string>> = {
  diff: 'a line of a comparison',
  file: 'a line of a file',
  log: 'a line of the log',
  test: 'a test',
  step: 'a step',
  text: 'words of yours',
};

const lines: readonly EvidenceKind[] = ['diff', 'file', 'log'];

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? (parts[0] ?? 'evidence') : `${parts.slice(0, -1).join(', ')} or ${parts.at(-1)}`;

/** What an answer needs, in words: `a step or a line`, `a line of the log`. */
export const kindWords = (kinds: readonly EvidenceKind[]): string => {
  const places = kinds.filter((kind) => lines.includes(kind));
  const hasStep = kinds.includes('step') && places.length > 0;
  const line = hasStep || places.length > 1 ? ['a line'] : places.map((kind) => words[kind]);
  const test = kinds.includes('test') && places.length === 0 ? [words.test] : [];
  const step = kinds.includes('step') ? [words.step] : [];
  const text = kinds.includes('text') ? [words.text] : [];
  return listed([...step, ...line, ...test, ...text]);
};

/**
 * The evidence as a criterion takes it, null where it takes no such kind. A line of a side of a comparison is a line of that
 * file too; one of a test's output, or of a test's code, is evidence of the test where tests are asked for.
 */
export const takenAs = ({ evidence: { kinds } }: Criterion, evidence: Evidence): Evidence | null => {
  if (kinds.includes(evidence.kind)) return evidence;
  if (evidence.kind === 'diff' && kinds.includes('file')) return { ...evidence, kind: 'file' };
  const isOfTest = evidence.kind === 'log' || evidence.kind === 'diff' || evidence.kind === 'file';
  return isOfTest && kinds.includes('test') ? { ...evidence, kind: 'test' } : null;
};
