import { codeBenchmark } from './codeBenchmark';
import { has, hasAny } from './fields';

/** EvalPlus, HumanEval+ and MBPP+ alike (`formats.md` A4): inputs, contract and tolerance stand in `extra`. */
export const evalPlus = codeBenchmark({
  benchmark: 'evalplus',
  id: 'task_id',
  prompt: ['prompt'],
  promptIs: 'code',
  matches: (row) => has(row, 'task_id') && hasAny(row, 'base_input', 'plus_input'),
});
