import type { GradedInstance } from '../gradedInstance';
import { END_MARKER, START_MARKER } from '../logs/markers';
import type { NoVerdictReason } from '../outcome';
import { emptyReport, noVerdict } from './judgeTests';
import type { LogEvidence, PatchState, Ruling } from './ruleSet';

/** Words for an instance whose log no parser of ours reads. */
const noParserWords = (instance: GradedInstance): string => {
  const { logParser, repo } = instance;
  const named = instance.extra?.['log_parser'] ?? logParser;
  if (typeof named === 'string' && /\n|\bdef /.test(named))
    return 'the row holds the source of its log parser, which is never run here: grade from status.json beside the log';
  if (logParser === null || logParser === '')
    return `no log parser is known for the repository ${repo ?? '(none given)'}: set log_parser in the row`;
  return `no log parser has the name ${JSON.stringify(logParser)}: check log_parser in the row`;
};

interface Obstacle {
  readonly id: string;
  readonly kind: NoVerdictReason;
  readonly words: string;
}

const codes: readonly (readonly [part: string, id: string, kind: NoVerdictReason, words: string])[] = [
  ['Patch Apply Failed', 'not-applied', 'not-applied', 'the patch did not apply'],
  ['Reset Failed', 'reset', 'error', 'the tree could not be reset'],
  ['Tests Errored', 'errored', 'error', 'the tests could not be run'],
  ['Tests Timed Out', 'time-out', 'time-out', 'the tests ran out of time'],
];

const ofBadCode = (badCode: string | null): Obstacle | null => {
  const found = codes.find(([part]) => badCode?.includes(part));
  return found ? { id: found[1], kind: found[2], words: `${found[3]}: the log holds ">>>>> ${found[0]}"` } : null;
};

const ofTimeOut = (seconds: number | null): Obstacle | null =>
  seconds === null
    ? null
    : { id: 'time-out', kind: 'time-out', words: `the tests ran out of time after ${seconds} seconds` };

const ofMarker = (missing: 'start' | 'end' | null): Obstacle | null => {
  if (missing === null) return null;
  const what = missing === 'start' ? 'the tests never started' : 'the tests never ended';
  return {
    id: 'marker',
    kind: 'error',
    words: `${what}: the log lacks "${missing === 'start' ? START_MARKER : END_MARKER}"`,
  };
};

const ofBreak = (line: number | null, parser: string | null): Obstacle | null =>
  line === null
    ? null
    : {
        id: 'parser-broke',
        kind: 'error',
        words: `the harness's own ${parser} ends with an error at line ${line}, so that it writes no report`,
      };

/**
 * Why there is no verdict before any test is looked at; null where the log can be judged. The order is that of the
 * SWE-bench harness (benchmarks without its markers know none of its codes either): no patch, a bad code anywhere, a time-out note, a missing marker, no parser, one that breaks off.
 */
export const obstacleOf = (
  prefix: string,
  instance: GradedInstance,
  evidence: LogEvidence,
  patch: PatchState,
  markers: 'required' | 'none',
): Ruling | null => {
  const stop = ({ id, kind, words }: Obstacle): Ruling =>
    noVerdict(instance, `${prefix}.${id}`, kind, words, emptyReport(patch));
  if (patch.isNone || !patch.exists) return stop({ id: 'empty', kind: 'empty', words: 'there is no patch' });
  const marked = markers === 'required';
  const found =
    (marked ? ofBadCode(evidence.badCode) : null) ??
    ofTimeOut(evidence.timeOutSeconds) ??
    (marked ? ofMarker(evidence.missingMarker) : null);
  if (found) return stop(found);
  if (evidence.parser === null) return stop({ id: 'no-parser', kind: 'error', words: noParserWords(instance) });
  const broken = ofBreak(evidence.brokenAt ?? null, evidence.parser);
  return broken && stop(broken);
};
