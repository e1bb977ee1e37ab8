import type { Step } from '../step';
import { ofPatch } from './patchSignals';
import type { Signal, SignalFacts, SignalWatch } from './signal';
import { thresholds } from './thresholds';

const longestStatement = 50_000;
const mostIdentifiers = 100;
const shortest = 4;

/** Names in backquotes, and words that only code has: `camelCase`, `snake_case`, `call()`. */
const marked = /`([A-Za-z_$][\w$.]{2,60})(?:\(\))?`/g;
const ofCode = /\b(?:[a-z]+(?:[A-Z][a-z0-9]+)+|[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+|[A-Za-z0-9]+(?:_[A-Za-z0-9]+)+)\b/g;

/** Names of code that a problem statement holds; of dotted ones their last part. */
const identifiersOf = (statement: string): ReadonlySet<string> => {
  const text = statement.slice(0, longestStatement);
  const found = [...text.matchAll(marked), ...text.matchAll(ofCode)].map(([word, name]) => name ?? word);
  const last = found.map((name) => name.split('.').at(-1) ?? name);
  return new Set(last.filter((name) => name.length >= shortest).slice(0, mostIdentifiers));
};

/** Whether anything that the statement names by its identifiers was looked for or changed. */
export class IssueWatch implements SignalWatch {
  private readonly named: ReadonlySet<string>;
  private isFound = false;
  private calls = 0;

  constructor(statement: string | null) {
    this.named = statement === null ? new Set() : identifiersOf(statement);
  }

  take(step: Step): void {
    this.calls += step.calls.length;
    this.isFound ||= this.named.size > 0 && step.calls.some(({ rawArgs }) => this.isIn(rawArgs));
  }

  signals({ head }: SignalFacts): readonly Signal[] {
    const patch = head.finalPatch?.text ?? '';
    if (this.named.size < thresholds.identifiers || this.isFound || this.calls === 0 || this.isIn(patch)) return [];
    const names = [...this.named].slice(0, 3).join(', ');
    const text = `No identifier of the problem statement is in the calls or in the patch (${names}).`;
    return [ofPatch('identifiers-absent', 'RMI', 'weak', text, null)];
  }

  private isIn(text: string): boolean {
    for (const name of this.named) if (text.includes(name)) return true;
    return false;
  }
}
