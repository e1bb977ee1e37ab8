import { codeBenchmark } from './codeBenchmark';
import { has } from './fields';

/** CRUXEval (`formats.md` A4). Rows have no prompt: the function asked about is shown; `input`, `output` are in `extra`. */
export const cruxEval = codeBenchmark({
  benchmark: 'cruxeval',
  id: 'id',
  prompt: ['code'],
  promptIs: 'code',
  matches: (row) => has(row, 'code', 'input', 'output', 'id'),
});
