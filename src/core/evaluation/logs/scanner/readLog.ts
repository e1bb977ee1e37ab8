import type { GradedInstance } from '../../gradedInstance';
import type { LogEvidence, RuleSet } from '../../rules/ruleSet';
import type { TestResults } from '../../testResult';
import type { LineParser } from '../lineParser';
import type { Signs } from './environmentSigns';
import type { KeptPlan } from './keptResults';
import { TAIL_BYTES, timeOutOf } from './logFacts';
import { LogPass } from './logPass';

/** What one log showed: the evidence for a rule set, and what people are told beside it. */
export interface ReadLog {
  readonly evidence: LogEvidence;
  readonly signs: Signs;
  /** Results that the parser would read if the log had no colour codes. */
  readonly plain: TestResults;
  /** How many of the results were counted and not kept. */
  readonly unkept: number;
  /** Lines so long that their middle was not read. */
  readonly shortened: { readonly first: number; readonly count: number };
  /** Whether some bytes are no UTF-8. */
  readonly notUtf8: boolean;
}

export interface ReadPlan {
  readonly instance: GradedInstance;
  readonly parser: LineParser | null;
  readonly rules: Pick<RuleSet, 'markers' | 'keeps' | 'wholeLog'>;
}

const keptPlanOf = ({ instance, rules }: ReadPlan): KeptPlan => ({
  required: [...(instance.failToPass ?? []), ...(instance.passToPass ?? [])],
  keeps: rules.keeps,
});

/**
 * Reads a log in one pass where it has a result. Where it has none, a second pass looks for summaries of runners, which
 * nothing else asks for. Where the test section gives nothing, the whole log counts, as in the harness; for parsers that
 * take all lines as one text the second pass does this too. Push all chunks, call `endPass`, and push them all again
 * where it says so.
 */
export class LogReader {
  private readonly first: LogPass;
  private second: LogPass | null = null;
  private tail = new Uint8Array(0);

  constructor(private readonly plan: ReadPlan) {
    const section = plan.rules.markers === 'required';
    this.first = new LogPass({ parser: plan.parser, kept: keptPlanOf(plan), section, beside: 'facts' });
  }

  push(chunk: Uint8Array): void {
    (this.second ?? this.first).scanner.push(chunk);
    if (this.second === null) this.noteTail(chunk);
  }

  /** Ends the pass; true where the log has to be pushed once more from its start. */
  endPass(): boolean {
    if (this.second !== null) {
      this.second.end();
      return false;
    }
    const { first, plan } = this;
    first.end();
    const count = first.kept.results.count + (first.whole?.results.count ?? 0);
    if (count > 0 || plan.parser === null || first.missingMarker !== null || first.facts.badCodes.length > 0)
      return false;
    const parser = plan.parser.cues === 'every' && plan.rules.markers === 'required' ? plan.parser : null;
    this.second = new LogPass({ parser, kept: keptPlanOf(plan), section: false, beside: 'summaries' });
    return true;
  }

  result(): ReadLog {
    const { first } = this;
    const { facts } = first;
    const all = this.second?.kept.results ?? first.whole?.results;
    const other = this.plan.rules.wholeLog === false ? undefined : all;
    const whole = first.kept.results.count === 0 && other !== undefined && other.count > 0;
    const kept = whole ? other : first.kept.results;
    return {
      evidence: {
        parser: this.plan.parser?.name ?? null,
        results: kept.results,
        resultCount: kept.count,
        anyFailure: kept.anyFailure,
        lacksSiblings: kept.lacksSiblings,
        brokenAt: first.kept.results.count > 0 ? null : (first.kept.results.brokenAt ?? other?.brokenAt ?? null),
        missingMarker: first.missingMarker,
        whole,
        badCode: facts.badCodes[0] ?? null,
        timeOutSeconds: timeOutOf(this.tail),
        exitCode: facts.exitCode.code,
        runnerRan: this.second?.summaries.ran ?? false,
        infraFailure: facts.infraFailure.end(),
      },
      signs: facts.signs.end(kept.count > 0),
      plain: first.hasColours ? first.plain.results.results : new Map(),
      unkept: kept.unkept,
      shortened: first.scanner.shortened,
      notUtf8: first.scanner.notUtf8,
    };
  }

  private noteTail(chunk: Uint8Array): void {
    if (chunk.length >= TAIL_BYTES) {
      this.tail = chunk.slice(-TAIL_BYTES);
      return;
    }
    const joined = new Uint8Array(this.tail.length + chunk.length);
    joined.set(this.tail);
    joined.set(chunk, this.tail.length);
    this.tail = joined.slice(-TAIL_BYTES);
  }
}
