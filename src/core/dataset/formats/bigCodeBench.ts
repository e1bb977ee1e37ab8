import { codeBenchmark } from './codeBenchmark';
import { has, hasAny } from './fields';

/** BigCodeBench (`formats.md` A4). The statement is the prompt to be completed; `instruct_prompt` stands in `extra`. */
export const bigCodeBench = codeBenchmark({
  benchmark: 'bigcodebench',
  id: 'task_id',
  prompt: ['complete_prompt', 'instruct_prompt'],
  promptIs: 'code',
  matches: (row) => has(row, 'task_id') && hasAny(row, 'complete_prompt', 'instruct_prompt'),
});
