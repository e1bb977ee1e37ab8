import { NamedColumn, NumberColumn } from './packedColumns';
import type { Notice } from './step';
import type { RecordPlace, StepEntry } from './trajectoryIndex';

const mostShared = 1_000;
const noNotices: readonly Notice[] = [];
const nowhere: readonly (string | number)[] = [];

/** Facts that are alike are kept once: most say a role and nothing else. */
class SharedFacts {
  private readonly byText = new Map<string, StepEntry['facts']>();

  share(facts: StepEntry['facts']): StepEntry['facts'] {
    const keys = Object.keys(facts);
    const [key = ''] = keys;
    const value = facts[key];
    const text = keys.length === 1 && typeof value === 'string' ? `${key} ${value}` : JSON.stringify(facts);
    const known = this.byText.get(text);
    if (known !== undefined) return known;
    if (this.byText.size < mostShared && text.length < 200) this.byText.set(text, facts);
    return facts;
  }
}

/** The places of all records, those of a step one after the other. */
class Places {
  private readonly file = new NamedColumn();
  private readonly place = new NamedColumn();
  private readonly start = new NumberColumn();
  private readonly end = new NumberColumn();
  private readonly below: (readonly (string | number)[])[] = [];

  get length(): number {
    return this.below.length;
  }

  push({ ref, place }: RecordPlace): void {
    this.file.push(ref.file);
    this.place.push(place);
    this.start.push(ref.start);
    this.end.push(ref.end);
    this.below.push(ref.at.length === 0 ? nowhere : ref.at);
  }

  cut(length: number): void {
    for (const column of [this.file, this.place, this.start, this.end]) column.cut(length);
    this.below.length = length;
  }

  at(index: number): RecordPlace {
    const [start, end] = [this.start.known(index), this.end.known(index)];
    const ref = { file: this.file.at(index), start, end, at: this.below[index] ?? nowhere };
    return { ref, place: this.place.at(index) };
  }
}

class Columns {
  readonly agentId = new NamedColumn();
  readonly role = new NamedColumn<StepEntry['role']>();
  readonly kind = new NamedColumn<StepEntry['kind']>();
  readonly result = new NamedColumn<'failed' | 'fine'>();
  readonly parentStep = new NumberColumn();
  readonly startedAt = new NumberColumn();
  readonly endedAt = new NumberColumn();
  readonly durationMs = new NumberColumn();
  readonly environmentMs = new NumberColumn();
  readonly tokens = new NumberColumn();
  readonly completion = new NumberColumn();
  readonly costUsd = new NumberColumn();
  readonly exitCode = new NumberColumn();
  readonly preview: string[] = [];
  readonly notices: (readonly Notice[])[] = [];
  readonly facts: StepEntry['facts'][] = [];
  readonly places = new Places();
  /** Of each step the place behind its last. */
  readonly placesEnd = new NumberColumn();
  private readonly shared = new SharedFacts();

  push(entry: StepEntry): void {
    this.agentId.push(entry.agentId);
    this.role.push(entry.role);
    this.kind.push(entry.kind);
    this.parentStep.push(entry.parentStep);
    this.startedAt.push(entry.startedAt);
    this.endedAt.push(entry.endedAt);
    this.durationMs.push(entry.durationMs);
    this.environmentMs.push(entry.environmentMs);
    this.tokens.push(entry.tokens);
    this.completion.push(entry.completion);
    this.costUsd.push(entry.costUsd);
    this.exitCode.push(entry.exitCode);
    this.result.push(entry.isError ? 'failed' : 'fine');
    this.preview.push(entry.preview);
    this.notices.push(entry.notices.length === 0 ? noNotices : entry.notices);
    this.facts.push(this.shared.share(entry.facts));
    for (const place of entry.records) this.places.push(place);
    this.placesEnd.push(this.places.length);
  }

  cut(length: number): void {
    this.places.cut(length === 0 ? 0 : this.placesEnd.known(length - 1));
    const numbers = [this.parentStep, this.startedAt, this.endedAt, this.durationMs, this.environmentMs, this.tokens];
    for (const column of [...numbers, this.completion, this.costUsd, this.exitCode, this.placesEnd]) column.cut(length);
    for (const column of [this.agentId, this.role, this.kind, this.result]) column.cut(length);
    for (const list of [this.preview, this.notices, this.facts]) list.length = length;
  }

  placesOf(row: number): readonly RecordPlace[] {
    const found: RecordPlace[] = [];
    const end = this.placesEnd.known(row);
    for (let at = row === 0 ? 0 : this.placesEnd.known(row - 1); at < end; at++) found.push(this.places.at(at));
    return found;
  }
}

/** An entry that looks its values up: it has no fields of its own to spread, `plainEntry` gives an object that has. */
class PackedEntry implements StepEntry {
  constructor(
    private readonly columns: Columns,
    private readonly row: number,
  ) {}

  get idx() {
    return this.row + 1;
  }
  get agentId() {
    return this.columns.agentId.at(this.row);
  }
  get parentStep() {
    return this.columns.parentStep.at(this.row);
  }
  get role() {
    return this.columns.role.at(this.row);
  }
  get kind() {
    return this.columns.kind.at(this.row);
  }
  get startedAt() {
    return this.columns.startedAt.at(this.row);
  }
  get endedAt() {
    return this.columns.endedAt.at(this.row);
  }
  get environmentMs() {
    return this.columns.environmentMs.at(this.row);
  }
  get durationMs() {
    return this.columns.durationMs.at(this.row);
  }
  get preview() {
    return this.columns.preview[this.row] ?? '';
  }
  get tokens() {
    return this.columns.tokens.at(this.row);
  }
  get completion() {
    return this.columns.completion.at(this.row);
  }
  get costUsd() {
    return this.columns.costUsd.at(this.row);
  }
  get exitCode() {
    return this.columns.exitCode.at(this.row);
  }
  get isError() {
    return this.columns.result.at(this.row) === 'failed';
  }
  get records() {
    return this.columns.placesOf(this.row);
  }
  get facts() {
    return this.columns.facts[this.row] ?? {};
  }
  get notices() {
    return this.columns.notices[this.row] ?? noNotices;
  }

  toJSON(): StepEntry {
    return plainEntry(this);
  }
}

/** An entry as an object with fields of its own. */
export const plainEntry = (entry: StepEntry): StepEntry => ({
  idx: entry.idx,
  agentId: entry.agentId,
  parentStep: entry.parentStep,
  role: entry.role,
  kind: entry.kind,
  startedAt: entry.startedAt,
  endedAt: entry.endedAt,
  durationMs: entry.durationMs,
  environmentMs: entry.environmentMs,
  preview: entry.preview,
  tokens: entry.tokens,
  completion: entry.completion,
  costUsd: entry.costUsd,
  exitCode: entry.exitCode,
  isError: entry.isError,
  records: entry.records,
  facts: entry.facts,
  notices: entry.notices,
});

/**
 * The entries of a trajectory in columns, about 150 bytes and a preview each: as objects of their own, those of 300,000
 * steps would fill the memory and keep its cleaning busy. Steps come in order, from 1.
 */
export class StepEntries {
  private readonly packed: StepEntry[] = [];
  private readonly columns = new Columns();

  /** All so far; the same list grows. */
  get list(): readonly StepEntry[] {
    return this.packed;
  }

  get length(): number {
    return this.packed.length;
  }

  /** Lets go of all but the first `length`. */
  cut(length: number): void {
    if (length >= this.length) return;
    this.columns.cut(length);
    this.packed.length = length;
  }

  push(entry: StepEntry): StepEntry {
    this.columns.push(entry);
    const packed = new PackedEntry(this.columns, this.packed.length);
    this.packed.push(packed);
    return packed;
  }
}
