import { sweCompassModes } from '../rubric/failureModes';
import type { TouchstoneEvent } from './event';
import { fold } from './fold';
import type { Judgement } from './judgement';

/** The failure mode that one rater gave the run behind a patch. */
export interface JudgedMode {
  readonly instanceId: string;
  /** Lower-case hex SHA-256; null where the verdict is on the instance itself. */
  readonly patchHash: string | null;
  /** A value of the seven modes of SWE-Compass. */
  readonly mode: string;
}

const known: ReadonlySet<unknown> = new Set(sweCompassModes.map(({ value }) => value));

/** A rubric asks for it beside its own question, or it is the question itself (`failure-analysis`). */
const modeOf = (judgement: Judgement & { readonly failureMode?: unknown }): string | null => {
  const said = [judgement.failureMode, judgement.overall?.value].find((value) => known.has(value));
  return typeof said === 'string' ? said : null;
};

/** What stands of the failure modes that raters gave: one for each rater, rubric and item; conflicts are left out. */
export const judgedModes = (events: readonly TouchstoneEvent[]): readonly JudgedMode[] =>
  fold(events).items.flatMap(({ live, history }) => {
    const mode = live && modeOf(live.judgement);
    const of = history.map(({ judgement }) => judgement.of).find((found) => found !== undefined);
    return mode && of ? [{ instanceId: of.instance, patchHash: of.patch ?? null, mode }] : [];
  });
