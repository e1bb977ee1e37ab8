import { codeBenchmark } from './codeBenchmark';
import { has } from './fields';

/** MBPP (`formats.md` A4), the full set (`text`) and the sanitized one (`prompt`). Ids are whole numbers. */
export const mbpp = codeBenchmark({
  benchmark: 'mbpp',
  id: 'task_id',
  prompt: ['text', 'prompt'],
  matches: (row) => has(row, 'task_id', 'test_list'),
});
