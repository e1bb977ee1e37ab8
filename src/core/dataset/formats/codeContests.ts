import { codeBenchmark } from './codeBenchmark';
import { has, hasAny } from './fields';

/** CodeContests as exported to JSON (`formats.md` A4): tests, solutions and limits stand in `extra`. */
export const codeContests = codeBenchmark({
  benchmark: 'codecontests',
  id: 'name',
  prompt: ['description'],
  matches: (row) =>
    has(row, 'name', 'description') && hasAny(row, 'public_tests', 'private_tests', 'generated_tests', 'cf_rating'),
});
