import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { ModelEntry } from '../../core/run/model/modelEntry';
import { modelNamed } from '../../core/run/model/modelNamed';
import type { LoadedModels } from './loadModels';

const mostBytes = 4 * 1024 * 1024;

const modelIn = (line: string): string | null => {
  try {
    const { kind, model } = JSON.parse(line) as Readonly<Record<string, unknown>>;
    return kind === 'call' && typeof model === 'string' && model !== '' ? model : null;
  } catch {
    return null;
  }
};

/** Whom a record has recorded, by its first call; null where its first 4 MiB tell nothing. */
const recordedModel = async (file: string): Promise<string | null> => {
  const input = createReadStream(file, { end: mostBytes });
  try {
    for await (const line of createInterface({ input })) {
      const model = modelIn(line);
      if (model !== null) return model;
    }
  } catch {
    // A file that can't be read is told when it is opened as a model.
  } finally {
    input.destroy();
  }
  return null;
};

/** `modelNamed`, and the model of a record goes by the name of the one that was recorded. */
export const namedModel = async (
  id: string,
  { entries, path }: Pick<LoadedModels, 'entries' | 'path'>,
  absolute: (path: string) => string,
): Promise<ModelEntry> => {
  const entry = modelNamed(id, entries, absolute, path);
  const isRecord = entry.protocol === 'replay' && entry.file !== null;
  return isRecord && id.startsWith('replay:')
    ? { ...entry, model: (await recordedModel(entry.file ?? '')) ?? entry.model }
    : entry;
};
