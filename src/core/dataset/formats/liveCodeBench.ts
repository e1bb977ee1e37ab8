import { codeBenchmark } from './codeBenchmark';
import { has } from './fields';
import type { Fields } from './rowFormat';

/** Fields that hold JSON as text. */
const jsonFields = ['public_test_cases', 'private_test_cases', 'metadata'] as const;

/**
 * What a field of JSON decodes to. What is no JSON is kept under `encoded`: private tests are also published as
 * compressed pickles, which are never unpacked, because a pickle runs code when it is read.
 */
const decode = (text: string): unknown => {
  if (text === '') return text;
  try {
    return JSON.parse(text);
  } catch {
    return { encoded: text };
  }
};

const decoded = (row: Fields): Fields => {
  const found: Record<string, unknown> = {};
  for (const field of jsonFields) {
    const value = row[field];
    if (typeof value === 'string') found[field] = decode(value);
  }
  return found;
};

/** LiveCodeBench (`formats.md` A4): title, starter code, tests and platform stand in `extra`. */
export const liveCodeBench = codeBenchmark({
  benchmark: 'livecodebench',
  id: 'question_id',
  prompt: ['question_content'],
  labels: { difficulty: 'difficulty' },
  matches: (row) => has(row, 'question_id', 'question_content'),
  parts: (reader) => ({ createdAt: reader.text('contest_date'), extra: decoded(reader.row) }),
});
