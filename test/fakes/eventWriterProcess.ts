import { writeSync } from 'node:fs';
import { EventWriter } from '../../src/io/store/eventWriter';
import { openTextStore } from '../../src/io/store/textStore';

/**
 * Writes verdicts with a note each into the study named on the command line, as the rater named there, until it is
 * killed; says the id of each once it is saved.
 */
const run = async (root: string, rater: string): Promise<void> => {
  const texts = openTextStore(root, 'pilot');
  const writer = new EventWriter({
    ...{ root, study: 'pilot', rater, host: 'h1', tool: 'touchstone/test' },
    clock: { now: () => new Date().toISOString() },
  });
  for (let n = 0; n < 10_000; n++) {
    const note = texts.prepare(`note ${n}`);
    await texts.save([note]);
    const body = { n, note: note.ref, words: 'x'.repeat((n * 97) % 3000) };
    const { id } = await writer.append({ type: 'verdict', body });
    writeSync(1, `${id}\n`);
  }
};

void run(process.argv[2] ?? '', process.argv[3] ?? 'r1');
