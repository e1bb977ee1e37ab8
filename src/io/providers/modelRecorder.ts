import { appendFile, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ChatRequest } from '../../core/run/model/chat';
import { ModelFault, type ModelProvider } from '../../core/run/model/modelProvider';
import { type CallEnd, RecordWriter } from '../../core/run/model/record/writeRecord';
import { withoutTheseKeys } from '../../core/run/model/redact';
import { EnvironmentFault } from '../../core/shared/problem';
import { sha256 } from '../store/sha256';

/** Appends to a record; the calls of one process come into it whole, one after the other. */
class RecordFile {
  #last: Promise<void> = Promise.resolve();

  constructor(
    private readonly path: string,
    private readonly keys: readonly string[],
  ) {}

  append(lines: readonly unknown[]): Promise<void> {
    const text = lines.map((line) => `${withoutTheseKeys(JSON.stringify(line), this.keys)}\n`).join('');
    const written = this.#last.then(() => this.#write(text));
    this.#last = written.catch(() => undefined);
    return written;
  }

  async #write(text: string): Promise<void> {
    try {
      await mkdir(dirname(this.path), { recursive: true });
      await appendFile(this.path, text);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new EnvironmentFault('disk', `The record ${this.path} can't be written: ${why}`);
    }
  }
}

/** The provider, with every request and reply appended to a file (JSON lines), failed ones too; `keys` never. */
export const recorded = (provider: ModelProvider, path: string, keys: readonly string[]): ModelProvider => {
  const file = new RecordFile(path, keys);
  const writer = new RecordWriter(sha256);
  const keep = (request: ChatRequest, end: CallEnd, at: number): Promise<void> =>
    file.append(writer.lines(request, end, at, Date.now() - at));
  return {
    complete: async (request, options) => {
      const at = Date.now();
      try {
        const reply = await provider.complete(request, options);
        await keep(request, { kind: 'reply', reply }, at);
        return reply;
      } catch (error) {
        if (error instanceof ModelFault) await keep(request, { kind: 'fault', fault: error }, at);
        throw error;
      }
    },
  };
};
