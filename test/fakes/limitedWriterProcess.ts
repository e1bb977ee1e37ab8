import { writeSync } from 'node:fs';
import { EventWriter } from '../../src/io/store/eventWriter';

/** Tries to save as many events as named into a study, and says of each `saved <id>` or `failed <words>`. */
const run = async (root: string, count: number): Promise<void> => {
  const writer = new EventWriter({
    ...{ root, study: 'pilot', rater: 'r1', host: 'h1', tool: 'touchstone/test' },
    clock: { now: () => new Date().toISOString() },
  });
  for (let n = 0; n < count; n++) {
    const saved = writer.append({ type: 'activity', body: { n, words: 'x'.repeat(700) } });
    const words = await saved.then(
      ({ id }) => `saved ${id}`,
      (error: Error) => `failed ${error.message}`,
    );
    writeSync(1, `${words}\n`);
  }
  await writer.close();
};

void run(process.argv[2] ?? '', Number(process.argv[3]));
