import fs from 'node:fs';
import path from 'node:path';

interface StoredEvent {
  readonly type: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Every event that stands on the disk below a study's folder. */
export const eventsIn = (study: string): readonly StoredEvent[] => {
  const folder = path.join(study, '.touchstone');
  if (!fs.existsSync(folder)) return [];
  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'));
  const lines = files.flatMap((name) => fs.readFileSync(path.join(folder, name), 'utf8').split('\n'));
  return lines.filter((line) => line !== '').map((line): StoredEvent => JSON.parse(line));
};
