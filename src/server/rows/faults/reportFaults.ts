import { isFields, kindOf } from '../../../core/dataset/formats/fields';
import type { Fields } from '../../../core/dataset/formats/rowFormat';
import type { RowLook } from '../rowFacts';
import { membersOf, spanAt } from '../text/jsonSpans';
import type { Span } from '../text/rowSheet';

const flags = ['patch_is_None', 'patch_exists', 'patch_successfully_applied', 'resolved'] as const;
const groups = ['FAIL_TO_PASS', 'PASS_TO_PASS', 'FAIL_TO_FAIL', 'PASS_TO_FAIL'] as const;
const sides = ['success', 'failure'] as const;

/** Faults of one entry of report.json: flags, lists of tests, and what they say against each other. */
export const reportFaults = (look: RowLook): void => {
  for (const name of flags) flagFault(look, name);
  const tests = look.fields.get('tests_status')?.value;
  if (!tests) return;
  const value = look.row['tests_status'];
  if (!isFields(value)) {
    look.found.add('report', 'error', tests, `tests_status: an object expected, ${kindOf(value)} found.`);
    return;
  }
  for (const group of groups) if (Object.hasOwn(value, group)) groupFaults(look, tests, value[group], group);
  contradiction(look, value);
};

const flagFault = ({ row, fields, found }: RowLook, name: (typeof flags)[number]): void => {
  const member = fields.get(name);
  const value = row[name];
  if (!member || typeof value === 'boolean') return;
  const severity = name === 'resolved' ? 'error' : 'warning';
  found.add('report', severity, member.value, `${name}: true or false expected, ${kindOf(value)} found.`);
};

const groupFaults = (look: RowLook, tests: Span, lists: unknown, group: string): void => {
  const first = new Map<string, string>();
  for (const side of sides) {
    const list = isFields(lists) ? lists[side] : undefined;
    const path = isFields(lists) && Object.hasOwn(lists, side) ? [group, side] : [group];
    const span = spanAt(look.text, tests.start, path) ?? tests;
    if (Array.isArray(list)) entryFaults(look, list, span, `${group}.${side}`, first);
    else look.found.add('report', 'error', span, `${group}.${side}: a list of test names expected.`);
  }
};

/** Entries that are no names, and names that stood before; found first, placed only where there is one. */
const entryFaults = (
  look: RowLook,
  list: readonly unknown[],
  span: Span,
  name: string,
  first: Map<string, string>,
): void => {
  const faults = new Map<number, string>();
  for (const [at, test] of list.entries()) {
    const before = typeof test === 'string' ? first.get(test) : undefined;
    if (typeof test !== 'string') faults.set(at, `${name}: a test name as text expected, ${kindOf(test)} found.`);
    else if (before !== undefined) faults.set(at, `This test stands in ${before} already.`);
    else first.set(test, name);
  }
  sayEntries(look, span, faults, 'report');
};

/** Faults of entries of the list at a place, by their place in it. */
export const sayEntries = (
  { text, found }: RowLook,
  list: Span,
  faults: ReadonlyMap<number, string>,
  code: 'report' | 'counts',
): void => {
  if (faults.size === 0) return;
  let at = 0;
  for (const { value } of membersOf(text, list.start)) {
    const words = faults.get(at++);
    if (words !== undefined) found.add(code, 'warning', value, words);
  }
};

const failuresOf = (tests: Fields, group: string): number => {
  const lists = tests[group];
  const failure = isFields(lists) ? lists['failure'] : null;
  return Array.isArray(failure) ? failure.length : 0;
};

/** `resolved` with failures in the lists that decide it. The other way round can be: rules that leave tests out. */
const contradiction = ({ row, fields, found }: RowLook, tests: Fields): void => {
  const failed = failuresOf(tests, 'FAIL_TO_PASS') + failuresOf(tests, 'PASS_TO_PASS');
  const member = fields.get('resolved');
  if (row['resolved'] !== true || failed === 0 || !member) return;
  const words = `resolved is true, and ${failed} required ${failed === 1 ? 'test stands' : 'tests stand'} under failure.`;
  found.add('report', 'warning', member.value, words);
};
