import { codeBenchmark } from './codeBenchmark';
import { has } from './fields';

/** HumanEval (`formats.md` A4): `entry_point`, `canonical_solution` and `test` stand in `extra`. */
export const humanEval = codeBenchmark({
  benchmark: 'humaneval',
  id: 'task_id',
  prompt: ['prompt'],
  promptIs: 'code',
  matches: (row) => has(row, 'task_id', 'entry_point', 'canonical_solution'),
});
