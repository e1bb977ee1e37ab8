import type { ComponentChildren } from 'preact';
import {
  everyStep,
  type StepCounts,
  type StepFilter,
  type StepKind,
} from '../../src/core/run/trajectory/list/stepFilter';
import { MarkIcon } from './icons';
import { count } from './words';

export interface FilterChips {
  readonly filter: StepFilter;
  readonly counts: StepCounts | null;
  readonly marks: readonly number[];
  /** Steps with notes; null: the page knows of none. */
  readonly notes: readonly number[] | null;
  readonly agentName: (agentId: string) => string;
  readonly choose: (filter: StepFilter) => void;
  /** More buttons after the chips. */
  readonly children: ComponentChildren;
}

const kinds: readonly (readonly [StepKind, string])[] = [
  ['all', 'All'],
  ['edit', 'Edits'],
  ['run', 'Runs'],
  ['test', 'Tests'],
  ['error', 'Errors'],
];

const Chip = (props: { label: string; n: number | null; on: boolean; mark?: boolean; choose: () => void }) => (
  <button type="button" class={`chip${props.on ? ' on' : ''}`} aria-pressed={props.on} onClick={props.choose}>
    {props.mark && (
      <span aria-hidden="true">
        <MarkIcon />
      </span>
    )}
    {props.label} {props.n === null ? '' : count(props.n)}
  </button>
);

const isSame = (one: readonly number[] | null, other: readonly number[]): boolean =>
  one !== null && one.length === other.length && one.every((idx, at) => idx === other[at]);

const Agents = ({ filter, counts, agentName, choose }: FilterChips) => (
  <select
    class="agents"
    aria-label="Agent"
    value={filter.agentId ?? ''}
    onChange={({ currentTarget }) => choose({ ...filter, agentId: currentTarget.value || null })}
  >
    <option value="">All agents {count(counts?.agents.length ?? 0)}</option>
    {counts?.agents.map(({ agentId, steps }) => (
      <option key={agentId} value={agentId}>
        {agentName(agentId)} {count(steps)}
      </option>
    ))}
  </select>
);

/** Which steps the list shows, with how many there are of each. */
export const Filters = (props: FilterChips) => {
  const { filter, counts, marks, notes, choose } = props;
  const only = (steps: readonly number[]) => choose({ ...everyStep, only: steps });
  return (
    <fieldset class="chips" aria-label="Show">
      {kinds.map(([kind, label]) => (
        <Chip
          key={kind}
          label={label}
          n={counts?.kinds[kind] ?? null}
          on={filter.only === null && filter.kind === kind}
          choose={() => choose({ kind, agentId: filter.agentId, only: null })}
        />
      ))}
      {notes !== null && notes.length > 0 && (
        <Chip label="Notes" n={notes.length} on={isSame(filter.only, notes)} choose={() => only(notes)} />
      )}
      {marks.length > 0 && (
        <Chip label="Marked" n={marks.length} mark on={isSame(filter.only, marks)} choose={() => only(marks)} />
      )}
      {counts !== null && counts.agents.length > 1 && <Agents {...props} />}
      {props.children}
    </fieldset>
  );
};
