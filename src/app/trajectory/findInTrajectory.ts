import type { FindPattern } from '../../core/run/trajectory/find/findPattern';
import { type Gap, gapsOf, rangeAt, type StepRange, stepRanges } from '../../core/run/trajectory/find/recordRanges';
import { hitsOfStep, type MatchTexts } from '../../core/run/trajectory/find/stepHits';
import type { StepEntry } from '../../core/run/trajectory/trajectoryIndex';
import type { OpenedTrajectory } from './openTrajectory';
import { rawHits, rawPiece } from './rawHits';
import { readStep } from './readStep';

/** Bytes of a file that no step holds, in which something was found. */
export interface RawPlace extends Gap {
  readonly file: string;
}

/** `step`, `raw`: matches in it; `unread`: a step that could not be looked through; `part`: a file's raw part. */
export type FindNews =
  | { readonly kind: 'step'; readonly idx: number; readonly hits: number }
  | { readonly kind: 'raw'; readonly place: RawPlace; readonly hits: number }
  | { readonly kind: 'unread'; readonly idx: number; readonly reason: 'slow' | 'fault' }
  | { readonly kind: 'part' };

export interface FindOptions {
  /** Matches that are counted in one step or raw piece. */
  readonly mostInOne: number;
  readonly signal: AbortSignal;
}

/** Formats whose texts are put together from pieces of many records (terminals that are played). */
const composed: ReadonlySet<string> = new Set(['asciinema', 'terminal-bench']);

/** One search: each step and each raw piece is looked through once. */
class Search {
  private readonly steps = new Set<number>();
  private readonly pieces = new Set<string>();

  constructor(
    private readonly opened: OpenedTrajectory,
    private readonly match: MatchTexts,
    private readonly options: FindOptions,
  ) {}

  async *step(idx: number): AsyncGenerator<FindNews> {
    const entry = this.opened.entries[idx - 1];
    if (entry === undefined || this.steps.has(idx)) return;
    this.steps.add(idx);
    this.options.signal.throwIfAborted();
    try {
      const hits = hitsOfStep(await readStep(this.opened, entry), this.match, this.options.mostInOne);
      if (hits === null) yield { kind: 'unread', idx, reason: 'slow' };
      else if (hits.length > 0) yield { kind: 'step', idx, hits: hits.length };
    } catch {
      yield { kind: 'unread', idx, reason: 'fault' };
    }
  }

  async *raw(file: string, gap: Gap, byte: number): AsyncGenerator<FindNews> {
    const place = { file, ...rawPiece(gap, byte) };
    const key = `${file}\n${place.start}`;
    if (this.pieces.has(key)) return;
    this.pieces.add(key);
    this.options.signal.throwIfAborted();
    const found = await rawHits(this.opened, place, this.match, this.options.mostInOne);
    if (found.hits.length > 0) yield { kind: 'raw', place, hits: found.hits.length };
  }

  /** All pieces of a gap. */
  async *gap(file: string, gap: Gap): AsyncGenerator<FindNews> {
    for (let at = gap.start; at < gap.end; at = rawPiece(gap, at).end) yield* this.raw(file, gap, at);
  }
}

/** The bytes of the file that may belong to this trajectory. */
const scopeOf = (opened: OpenedTrajectory, bytes: number): Gap =>
  opened.found.within === null ? { start: 0, end: bytes } : opened.found.within.ref;

/** The gap behind the range before `place`; its end where nothing follows is the file's, which isn't known yet. */
const gapAt = (ranges: readonly StepRange[], place: number, scope: Gap): Gap => ({
  start: Math.max(scope.start, ranges[place - 1]?.end ?? 0),
  end: Math.min(scope.end, ranges[place]?.start ?? scope.end),
});

const partsOf = (opened: OpenedTrajectory): readonly string[] => [
  ...new Set(opened.found.parts.map(({ path }) => path)),
];

/** Looks where the word stands in the bytes, and there alone; gaps are known in full when the file has been read. */
async function* byBytes(opened: OpenedTrajectory, pattern: FindPattern, search: Search, signal: AbortSignal) {
  const ranges = stepRanges(opened.entries);
  const ignoreCase = pattern.flags.includes('i');
  for (const file of partsOf(opened)) {
    const own = ranges.get(file) ?? [];
    const outside: number[] = [];
    let bytes = 0;
    for await (const batch of opened.files.occurrences(file, pattern.word ?? '', ignoreCase, signal)) {
      bytes = batch.end;
      for (const at of batch.at) {
        const place = rangeAt(own, at);
        if (place < 0) outside.push(at);
        else for (const idx of own[place]?.steps ?? []) yield* search.step(idx);
      }
    }
    const scope = scopeOf(opened, bytes);
    for (const at of outside)
      if (at >= scope.start && at < scope.end) yield* search.raw(file, gapAt(own, ~rangeAt(own, at), scope), at);
    if (gapsOf(own, scope.start, scope.end).length > 0) yield { kind: 'part' } as const;
  }
}

/** Steps that say it in what the index holds, not in their bytes. */
async function* byIndex(entries: readonly StepEntry[], pattern: FindPattern, search: Search) {
  const word = new RegExp(pattern.word ?? '', pattern.flags.replace('g', ''));
  for (const { idx, facts, notices } of entries) {
    const isNamed = Object.keys(facts).length > 0 && word.test(JSON.stringify(facts));
    if (isNamed || notices.some(({ text }) => text.length >= 200 || word.test(text))) yield* search.step(idx);
  }
}

/** Looks through everything. */
async function* byTexts(opened: OpenedTrajectory, search: Search, signal: AbortSignal) {
  for (const { idx } of opened.entries) yield* search.step(idx);
  const ranges = stepRanges(opened.entries);
  for (const file of partsOf(opened)) {
    let bytes = 0;
    for await (const batch of opened.files.occurrences(file, '', false, signal)) bytes = batch.end;
    const scope = scopeOf(opened, bytes);
    const gaps = gapsOf(ranges.get(file) ?? [], scope.start, scope.end);
    for (const gap of gaps) yield* search.gap(file, gap);
    if (gaps.length > 0) yield { kind: 'part' } as const;
  }
}

/**
 * Finds a pattern in every text of a trajectory, as its steps are built, and in the bytes that no step holds. Where a
 * word of the pattern is known, only steps are built in whose bytes it stands. News come in the order of the file.
 */
export async function* findInTrajectory(
  opened: OpenedTrajectory,
  pattern: FindPattern,
  match: MatchTexts,
  options: FindOptions,
): AsyncGenerator<FindNews> {
  const search = new Search(opened, match, options);
  if (pattern.word === null || composed.has(opened.head.format)) yield* byTexts(opened, search, options.signal);
  else {
    yield* byBytes(opened, pattern, search, options.signal);
    yield* byIndex(opened.entries, pattern, search);
  }
}
