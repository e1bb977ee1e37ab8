import { writeSync } from 'node:fs';
import { EventWriter } from '../../src/io/store/eventWriter';

/** Writes events into the study named on the command line until it is killed; says each id once it is saved. */
const run = async (root: string): Promise<void> => {
  const writer = new EventWriter({
    ...{ root, study: 'pilot', rater: 'r1', host: 'h1', tool: 'touchstone/test' },
    clock: { now: () => new Date().toISOString() },
  });
  for (let n = 0; n < 10_000; n++) {
    const { id } = await writer.append({ type: 'activity', body: { n, words: 'x'.repeat((n * 97) % 3000) } });
    writeSync(1, `${id}\n`);
  }
};

void run(process.argv[2] ?? '');
