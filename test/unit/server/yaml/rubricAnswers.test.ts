import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CodeAction, DocumentSymbol, Location } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { marked, root, withCursor, YamlRig, yaml } from './yamlRig';

const shipped = readFileSync(join(root, 'rubrics/failure-analysis.yaml'), 'utf8');
const path = '/nowhere/mine.yaml';
const rig = new YamlRig();

/** The rubric with a text of it changed; the text must stand in it. */
const changed = (from: string, to: string): string => {
  if (!shipped.includes(from)) throw new Error(`${from} stands nowhere.`);
  return shipped.replace(from, to);
};

const found = async (text: string) => {
  const document = yaml(text, path);
  return marked(document, await rig.diagnostics(document));
};

const nine = Array.from(
  { length: 4 },
  (_, at) => `  - { id: more${at}, question: "More ${at}?", kind: text, required: false, options: [] }\n`,
).join('');

describe('faults of a rubric', () => {
  it.each([
    ['R101', changed('id: first_wrong_step', 'id: own_fault'), 'own_fault'],
    [
      'R102',
      changed('key: "1", anchor: "No command that executes the changed code."', 'key: "1"'),
      '{ value: nothing, label: "Nothing", key: "1" }',
    ],
    [
      'R105',
      changed('counts: exclude, ', ''),
      '{ value: OTH, label: "Other", key: "7", anchor: "Environment, harness or instance; or none of the above, with a note." }',
    ],
    ['R106', changed('label: "Saw it", key: "2"', 'label: "Saw it", key: "1"'), '"1"'],
    ['R108', changed('when: [environment, task], kinds', 'when: [environment, tusk], kinds'), 'tusk'],
    ['R109', changed('field: run.status', 'field: run.state'), 'run.state'],
    ['R110', changed('order: [OTH, IAT,', 'order: [IAT,'), '[IAT, ISE, TKG, TIE, INF, RMI]'],
    [
      'R111',
      changed('Could a perfect agent have succeeded in this run?', 'Could it run and could it end?'),
      'Could it run and could it end?',
    ],
    ['R112', changed('overall:\n  question', `${nine}overall:\n  question`), 'criteria'],
    ['schema', changed('expectedSeconds: 240', 'expectedSecond: 240'), 'expectedSecond'],
    ['schema', changed('unit: trajectory', 'unit: trajectories'), 'trajectories'],
    ['yaml', `${shipped}\ttab: 1\n`, '\t'],
  ])('%s stands exactly at its text', async (code, text, under) => {
    expect((await found(text)).filter(([one]) => one === code)[0]).toEqual([code, under]);
  });

  it('R103: a boolean without both values, at its options', async () => {
    const text = changed('kind: multi', 'kind: boolean');
    const [one] = (await found(text)).filter(([code]) => code === 'R103');
    expect(one?.[1]).toContain('- { value: RMI, label: "RMI"');
  });

  it('R104: a condition on what is asked later, at the condition', async () => {
    const text = changed(
      'showIf: { criterion: own_fault, is: [could] }',
      'showIf: { criterion: last_check, is: [nothing] }',
    );
    expect((await found(text))[0]).toEqual(['R104', '{ criterion: last_check, is: [nothing] }']);
  });

  it('R107: an example that breaks the rules, at its answer or its name', async () => {
    const strange = changed('reached: edited, warned', 'reached: nowhere, warned');
    expect(await found(strange)).toEqual([['R107', 'nowhere']]);
    const unknown = changed('answers: { own_fault: could,', 'answers: { own_fault: could, colour: red,');
    expect(await found(unknown)).toEqual([['R107', 'colour']]);
  });
});

describe('answers for a rubric', () => {
  const labels = async (text: string) => (await rig.items(...withCursor(text, path))).map(({ label }) => label);

  it.each([
    [
      'kind: choice\n    seconds: 15',
      'kind: ¦\n    seconds: 15',
      ['boolean', 'scale', 'choice', 'multi', 'checklist', 'text'],
    ],
    ['panes: [statement, trajectory,', 'panes: [¦, trajectory,', 'test_patch'],
    ['showIf: { criterion: own_fault, is: [could] }', 'showIf: { ¦ }', 'atLeast'],
    ['showIf: { criterion: own_fault, is: [could] }', 'showIf: { criterion: ¦, is: [could] }', 'reached'],
    ['field: run.status', 'field: ¦', 'outcome.resolved'],
    ['unit: trajectory', 'unit: ¦', ['prediction', 'instance', 'trajectory']],
    ['expectedSeconds: 240', 'exp¦', 'expectedSeconds'],
  ])('offers what may stand for %j', async (from, to, wanted) => {
    const items = await labels(changed(from, to));
    expect(typeof wanted === 'string' ? items.includes(wanted) && wanted : items).toEqual(wanted);
  });

  it('says what a field does, also in conditions and in overall', async () => {
    expect(await rig.hover(...withCursor(changed('expectedSeconds', 'expected¦Seconds'), path))).toContain('60');
    expect(await rig.hover(...withCursor(changed('is: [could]', 'i¦s: [could]'), path))).toContain('answer');
    expect(await rig.hover(...withCursor(changed('counts: fail', 'co¦unts: fail'), path))).toContain('counts');
  });

  it('goes from a condition to its criterion, and lists criteria', async () => {
    const [document, position] = withCursor(
      changed('criterion: own_fault, is: [could]', 'criterion: own_¦fault, is: [could]'),
      path,
    );
    const place = (await rig.kindOf(document).definition?.(document, position)) as Location;
    expect([document.getText(place.range), document.positionAt(document.getText().indexOf('own_fault'))]).toEqual([
      'own_fault',
      place.range.start,
    ]);
    const symbols = (await rig.kindOf(document).symbols?.(document)) as DocumentSymbol[];
    const criteria = symbols.find(({ name }) => name === 'criteria');
    expect(criteria?.children?.map(({ name }) => name).slice(0, 2)).toEqual(['own_fault', 'first_wrong_step']);
  });

  it('mends a mistyped field', async () => {
    const [document, position] = withCursor(changed('expectedSeconds', 'expected¦Second'), path);
    const range = { start: position, end: position };
    const actions = (await rig.kindOf(document).codeActions?.(document, range, [])) as CodeAction[];
    const [action] = actions;
    const [change] = action?.edit?.documentChanges ?? [];
    const edits = change && 'edits' in change ? change.edits : [];
    expect(TextDocument.applyEdits(document, edits as never)).toBe(shipped);
  });

  it('inserts a field that is missing', async () => {
    const document = yaml(changed('expectedSeconds: 240\npanes', 'expectedSeconds: 240\nx-panes'), path);
    const [one] = await rig.diagnostics(document);
    const range = one?.range ?? { start: document.positionAt(0), end: document.positionAt(0) };
    const actions = (await rig.kindOf(document).codeActions?.(document, range, [])) as CodeAction[];
    expect(actions.map(({ title }) => title)).toEqual(['Insert panes']);
  });
});
