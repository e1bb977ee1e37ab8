import { parsedJson } from '../gatewayJson';

export interface SseEvent {
  /** Null: it has no name. */
  readonly name: string | null;
  /** All lines of data, joined by line feeds; '' where there are none. */
  readonly data: string;
}

const fieldOf = (line: string): readonly [string, string] => {
  const colon = line.indexOf(':');
  if (colon < 0) return [line, ''];
  const value = line.slice(colon + 1);
  return [line.slice(0, colon), value.startsWith(' ') ? value.slice(1) : value];
};

/** Reads one event as `SseSplitter` cuts it. Comments and fields that mean nothing here are passed over. */
export const readSseEvent = (bytes: Uint8Array): SseEvent => {
  const text = new TextDecoder().decode(bytes);
  let name: string | null = null;
  const data: string[] = [];
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [field, value] = fieldOf(line);
    if (field === 'event') name = value;
    else if (field === 'data') data.push(value);
  }
  return { name, data: data.join('\n') };
};

/** The data as JSON; null where it is none (`[DONE]`, a comment). */
export const sseJson = (event: SseEvent): unknown => (event.data.startsWith('{') ? parsedJson(event.data) : null);

/** An event of ours. Without a name as chat completions write them. */
export const sseText = (name: string | null, data: unknown): string =>
  `${name === null ? '' : `event: ${name}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
