import { readTestList } from '../../../core/dataset/testList';
import type { RowLook } from '../rowFacts';

/** Columns that hold lists of tests: SWE-bench's, and Pro's. */
const testLists = ['FAIL_TO_PASS', 'PASS_TO_PASS', 'fail_to_pass', 'pass_to_pass'] as const;

/** Lists that are written as text: they are read all the same, and can be made lists. */
export const listFaults = ({ row, fields, found }: RowLook): void => {
  for (const name of testLists) {
    const text = row[name];
    const member = fields.get(name);
    if (typeof text !== 'string' || !member) continue;
    const list = readTestList(text);
    if (!list.ok) continue;
    const words = `${name} is a list of ${list.value.length} written as text; it is read all the same.`;
    found.add('list-as-text', 'hint', member.value, words, name);
  }
};
