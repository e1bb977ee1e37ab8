import type { Recognised } from './inspection';

const parsed = (line: string): unknown => {
  try {
    return line.length > 65_536 ? null : JSON.parse(line);
  } catch {
    return null;
  }
};

/** JSON lines that are no rows of a benchmark: terminal recordings and `go test -json`. */
export const recordingOf = (text: string): Recognised | null => {
  const first = parsed(text.slice(0, 65_537).split('\n')[0] ?? '') as Readonly<Record<string, unknown>> | null;
  if (typeof first !== 'object' || first === null) return null;
  const { version, width, height, Action, Package } = first;
  if (typeof version === 'number' && typeof width === 'number' && typeof height === 'number')
    return { format: 'asciinema', version: String(version), counts: { events: text.match(/^\[/gm)?.length ?? 0 } };
  if (typeof Action !== 'string' || typeof Package !== 'string') return null;
  return { format: 'go-test-json', counts: { events: text.match(/^\{/gm)?.length ?? 0 } };
};
