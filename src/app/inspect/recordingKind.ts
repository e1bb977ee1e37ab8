import type { Recognised } from './inspection';
import { linesOf } from './logKinds';

/** Longest first line that is looked at, in characters. */
const longest = 1024 * 1024;

const firstOf = (text: string): Readonly<Record<string, unknown>> | null => {
  const line = text.slice(0, longest + 1).split('\n')[0] ?? '';
  try {
    const value: unknown = line.length > longest ? null : JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : null;
  } catch {
    return null;
  }
};

/** JSON lines that are no rows of a benchmark: terminal recordings, `go test -json`, candidates to choose among. */
export const recordingOf = (text: string): Recognised | null => {
  const first = firstOf(text);
  if (first === null) return null;
  const { version, width, height, Action, Package, patches, success_id: ids } = first;
  if (typeof version === 'number' && typeof width === 'number' && typeof height === 'number')
    return { format: 'asciinema', version: String(version), counts: { events: text.match(/^\[/gm)?.length ?? 0 } };
  // Trae Agent's patch selection: several candidate patches of each instance, and which of them solved it.
  if (Array.isArray(patches) && Array.isArray(ids))
    return { format: 'trae-patch-candidates', counts: { instances: linesOf(text), candidatesOfFirst: patches.length } };
  if (typeof Action !== 'string' || typeof Package !== 'string') return null;
  return { format: 'go-test-json', counts: { events: text.match(/^\{/gm)?.length ?? 0 } };
};
