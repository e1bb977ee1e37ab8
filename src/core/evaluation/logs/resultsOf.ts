import type { TestResult } from '../testResult';
import type { LineParser } from './lineParser';
import { CompiledCues } from './scanner/compiledCues';
import { KeptResults } from './scanner/keptResults';
import { LineScanner } from './scanner/lineScanner';

/** What a parser reads in a whole log, held in memory: all results, in the order of their first lines. */
export const resultsOf = (parser: LineParser, log: string | Uint8Array): Map<string, TestResult> => {
  const results = new KeptResults({ required: [], keeps: 'all' });
  const reading = parser.read(results);
  const scanner = new LineScanner(new CompiledCues([{ bit: 1, cues: parser.cues }]), (line) => {
    reading.line(line);
    const next = Number(results.wantsNext);
    results.wantsNext = false;
    return next;
  });
  scanner.push(typeof log === 'string' ? new TextEncoder().encode(log) : log);
  scanner.end();
  reading.end?.();
  return results.results;
};
