/** One message of the engine's pull, build and import streams. */
export interface ProgressMessage {
  readonly status?: string;
  readonly stream?: string;
  readonly id?: string;
  readonly progressDetail?: { readonly current?: number; readonly total?: number };
  readonly error?: string;
}

const parseLine = (line: string): ProgressMessage => {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
};

/**
 * Reads the messages of a stream to its end. The engine answers 200 and says a failure in the last messages only: the
 * first `error` found is returned, null where all went well.
 */
export const readProgress = async (
  stream: AsyncIterable<Uint8Array>,
  onMessage: (message: ProgressMessage) => void,
): Promise<string | null> => {
  const decoder = new TextDecoder();
  let rest = '';
  let error: string | null = null;
  const take = (line: string) => {
    if (line.trim() === '') return;
    const message = parseLine(line);
    if (typeof message.error === 'string') error ??= message.error;
    onMessage(message);
  };
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  }
  take(rest);
  return error;
};
