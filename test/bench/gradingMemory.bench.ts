import { gradeLogStream } from '../../src/core/evaluation/grade/gradeLog';
import type { Bench } from './bench';

const bytesWanted = 500e6;
const allowedKiB = (150 * 1e6) / 1024;

/** A pytest log of which every line is a result, each with an id of its own, made while it is read. */
async function* longLog(): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode('>>>>> Start Test Output\n');
  for (let bytes = 0, index = 0; bytes < bytesWanted; ) {
    const lines = Array.from(
      { length: 1000 },
      () => `PASSED tests/unit/test_more_${index++ >> 5}.py::TestClass::test_other_case[${index}]`,
    );
    const chunk = encoder.encode(`${lines.join('\n')}\n`);
    bytes += chunk.length;
    yield chunk;
  }
  yield encoder.encode('>>>>> End Test Output\n');
}

const instance = {
  id: 'owner__name-1',
  repo: 'owner/name',
  version: '1.0',
  failToPass: ['tests/unit/test_more_0.py::TestClass::test_other_case[1]'],
  passToPass: ['tests/unit/test_more_100.py::TestClass::test_other_case[3201]', 'cut[1'],
  logParser: 'pytest',
  evalType: 'pass_and_fail' as const,
};

/** Peak memory while `chunks` are taken, above what it was before. */
const peakKiB = async (work: (open: () => AsyncIterable<Uint8Array>) => Promise<unknown>): Promise<number> => {
  const base = process.memoryUsage().rss;
  let peak = base;
  await work(async function* () {
    for await (const chunk of longLog()) {
      yield chunk;
      peak = Math.max(peak, process.memoryUsage().rss);
    }
  });
  return (peak - base) / 1024;
};

/** Memory for a log of 500 MB, which may not grow with the log. */
export const gradingMemory: Bench = {
  name: 'memory for grading a pytest log of 500 MB',
  limit: 1,
  measure: async () => {
    const ours = await peakKiB((open) => gradeLogStream({ instance, rules: 'swebench-v5' }, open));
    return { ours, against: allowedKiB, unit: 'KiB', meaning: '150 MB above the base' };
  },
};
