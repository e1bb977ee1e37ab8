import type { Mask } from '../../core/study/blind/mask';
import { nameOf, pathBelow } from '../../core/study/studyPath';
import type { BlindRow, BlindView } from './blindView';

/** A text that tells, and what stands in its place; both ways. */
type Pair = readonly [real: string, blind: string];

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) && !(value instanceof Map);

/** The same value with every text in it changed. Bytes stay. */
const mapTexts = (value: unknown, change: (text: string, key: string) => unknown, key = ''): unknown => {
  if (typeof value === 'string') return change(value, key);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change, key));
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapTexts(each, change, name)]));
};

/** The paths of a row's files, as they are named in full, below the study's folder, and by themselves. */
const pairsOf = (view: BlindView, { row, shown }: BlindRow): readonly Pair[] => {
  const files: readonly (readonly [string | null | undefined, string | null | undefined])[] = [
    [row.predictionsPath, shown.predictionsPath],
    ...(row.trajectories ?? []).map((path, at) => [path, shown.trajectories?.[at]] as const),
    ...row.evaluations.map(({ folder }, at) => [folder, shown.evaluations[at]?.folder] as const),
  ];
  return files.flatMap(([real, blind]): Pair[] => {
    if (real == null || blind == null || real === blind) return [];
    const below = pathBelow(view.root, real);
    return [[real, blind], ...(below ? [[below, blind] as const] : [])];
  });
};

/** Costs tell a model by themselves. */
const tellsCost = (key: string): boolean => key === 'costUsd';

const withoutCosts = (value: unknown, key = ''): unknown => {
  if (tellsCost(key)) return null;
  if (Array.isArray(value)) return value.map((each) => withoutCosts(each, key));
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutCosts(each, name)]));
};

/** Takes names and paths of a row out of answers, and puts paths into questions. */
export class Scrub {
  private readonly pairs: readonly Pair[];
  private readonly mask: Mask;

  constructor(
    private readonly view: BlindView,
    private readonly blind: BlindRow,
  ) {
    this.pairs = pairsOf(view, blind);
    this.mask = view.names;
  }

  /** An answer as it may be told. Places in texts stay: a word is masked by as many dots. */
  answer<T>(value: T): T {
    if (!this.blind.hidden.model) return value;
    return withoutCosts(mapTexts(value, (text) => this.told(text))) as T;
  }

  /** A question with the paths that are meant. */
  question<T>(value: T): T {
    return mapTexts(value, (text) => this.meant(text)) as T;
  }

  private told(text: string): string {
    let told = text;
    for (const [real, blind] of this.pairs) {
      if (told === nameOf(real)) return nameOf(blind);
      if (told.includes(real)) told = told.replaceAll(real, blind);
    }
    return this.mask.text(told);
  }

  private meant(text: string): string {
    const real = this.view.realPath(text);
    if (real !== null && real !== text) return real;
    const own = this.pairs.find(([, blind]) => text === nameOf(blind));
    return own ? nameOf(own[0]) : text;
  }
}
