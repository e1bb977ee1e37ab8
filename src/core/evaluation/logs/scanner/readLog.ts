import type { GradedInstance } from '../../gradedInstance';
import type { LogEvidence, RuleSet } from '../../rules/ruleSet';
import type { TestResults } from '../../testResult';
import type { LineParser } from '../lineParser';
import { Beginnings, isCutId } from './cutIds';
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
  readonly rules: Pick<RuleSet, 'markers' | 'keeps'>;
}

const keptPlanOf = ({ instance, rules }: ReadPlan): KeptPlan => {
  const required = [...(instance.failToPass ?? []), ...(instance.passToPass ?? [])];
  return { required, keeps: rules.keeps, cut: new Beginnings(required.filter(isCutId)) };
};

/**
 * Reads a log in one pass, and in a second one only where the test section gave nothing: then the whole log is read,
 * as the harness does. Push all chunks, call `endPass`, and push them all again where it says so.
 */
export class LogReader {
  private readonly kept: KeptPlan;
  private readonly first: LogPass;
  private second: LogPass | null = null;
  private tail = new Uint8Array(0);

  constructor(private readonly plan: ReadPlan) {
    this.kept = keptPlanOf(plan);
    const section = plan.rules.markers === 'required';
    this.first = new LogPass({ parser: plan.parser, kept: this.kept, section, facts: true, plain: 'coloured' });
  }

  push(chunk: Uint8Array): void {
    (this.second ?? this.first).push(chunk);
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
    const gaveNothing = first.kept.count === 0 && first.missingMarker === null && plan.parser !== null;
    const more = plan.rules.markers === 'required' || first.hasColours;
    if (!gaveNothing || !more) return false;
    this.second = new LogPass({ parser: plan.parser, kept: this.kept, section: false, facts: false, plain: 'all' });
    return true;
  }

  result(): ReadLog {
    const { first, second } = this;
    const whole = second !== null && second.kept.count > 0;
    const { kept } = whole ? second : first;
    const facts = first.facts;
    const { badCodes = [] } = facts ?? {};
    return {
      evidence: {
        parser: this.plan.parser?.name ?? null,
        results: kept.results,
        resultCount: kept.count,
        anyFailure: kept.anyFailure,
        missingMarker: first.missingMarker,
        whole,
        badCode: badCodes[0] ?? null,
        timeOutSeconds: timeOutOf(this.tail),
        exitCode: facts?.exitCode.code ?? null,
        runnerRan: facts?.summaries.ran ?? false,
        infraFailure: facts?.infraFailure.end() ?? null,
      },
      signs: facts?.signs.end(kept.count > 0) ?? { signs: [], unlisted: new Map() },
      plain: (second ?? first).plain.results,
      unkept: kept.unkept,
      shortened: first.scanner.shortened,
      notUtf8: first.scanner.notUtf8,
    };
  }

  private noteTail(chunk: Uint8Array): void {
    const end = chunk.subarray(-TAIL_BYTES);
    const joined = new Uint8Array(this.tail.length + end.length);
    joined.set(this.tail);
    joined.set(end, this.tail.length);
    this.tail = joined.slice(-TAIL_BYTES);
  }
}
