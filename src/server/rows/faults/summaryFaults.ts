import { kindOf } from '../../../core/dataset/formats/fields';
import type { RowLook } from '../rowFacts';
import { sayEntries } from './reportFaults';

/** Counts of a run's summary with the lists that they count (formats.md A3). */
const counted: readonly (readonly [string, string])[] = [
  ['submitted_instances', 'submitted_ids'],
  ['completed_instances', 'completed_ids'],
  ['resolved_instances', 'resolved_ids'],
  ['unresolved_instances', 'unresolved_ids'],
  ['empty_patch_instances', 'empty_patch_ids'],
  ['error_instances', 'error_ids'],
  ['pending_instances', 'pending_ids'],
  ['failed_instances', 'failed_ids'],
];

/** Lists of which an instance stands in one alone. */
const outcomes: ReadonlySet<string> = new Set(['resolved_ids', 'unresolved_ids', 'empty_patch_ids', 'error_ids']);

/** Faults of a run's summary: counts against their lists, ids that stand twice or in two lists that exclude each other. */
export const summaryFaults = (look: RowLook): void => {
  for (const [count, list] of counted) countFault(look, count, list);
  const first = new Map<string, string>();
  for (const [, list] of counted) idFaults(look, list, first);
};

const countFault = ({ row, fields, found }: RowLook, count: string, list: string): void => {
  const [number, ids, member] = [row[count], row[list], fields.get(count)];
  if (!member || number === null) return;
  if (!Number.isSafeInteger(number)) {
    found.add('counts', 'warning', member.value, `${count}: a number expected, ${kindOf(number)} found.`);
    return;
  }
  const named = Array.isArray(ids) ? new Set(ids).size : null;
  if (named !== null && named !== number)
    found.add('counts', 'warning', member.value, `${count} is ${number}, and ${list} names ${named}.`);
};

/** `first`: the list of outcomes in which an id was seen. */
const idFaults = (look: RowLook, list: string, first: Map<string, string>): void => {
  const [ids, member] = [look.row[list], look.fields.get(list)];
  if (!member || !Array.isArray(ids)) return;
  const own = new Set<unknown>();
  const faults = new Map<number, string>();
  for (const [at, id] of ids.entries()) {
    const other = outcomes.has(list) ? first.get(id) : undefined;
    if (typeof id !== 'string') faults.set(at, `${list}: ids as text expected, ${kindOf(id)} found.`);
    else if (own.has(id)) faults.set(at, `${list} names this id twice; it counts once.`);
    else if (other !== undefined) faults.set(at, `This id stands in ${other} too: the report contradicts itself.`);
    else if (outcomes.has(list)) first.set(id, list);
    own.add(id);
  }
  sayEntries(look, member.value, faults, 'counts');
};
