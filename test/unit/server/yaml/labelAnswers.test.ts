import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CodeAction, Location } from 'vscode-languageserver/node';
import { instanceRow, jsonLines } from '../../../fakes/rows';
import { type TempFolder, tempFolder } from '../../../fakes/tempFolder';
import { marked, withCursor, YamlRig, yaml } from './yamlRig';

const head = 'instance_id,field,value,by,reason\n';
const csv = '/nowhere/labels.csv';
const list = '/nowhere/labels.yaml';
let folder: TempFolder;
let rig: YamlRig;

beforeAll(async () => {
  folder = tempFolder();
  rig = new YamlRig();
  const path = folder.write('d.jsonl', jsonLines([instanceRow('acme__ledger-1', { difficulty: '1-4 hours' })]));
  await rig.open({ folder: folder.path, datasets: [{ id: 'd', path }] });
});
afterAll(() => folder.remove());

describe('faults of a label file', () => {
  it.each([
    ['S004', csv, `${head}acme__ledger-1,colour,red,,\n`, 'colour'],
    ['S003', csv, `${head},taskType,BF,,\n`, ',taskType,BF,,'],
    ['S002', csv, `${head}a,taskType,BF,,,,\n`, 'a,taskType,BF,,,,'],
    ['S004', list, '- { instance_id: acme__ledger-1, field: colour, value: red }\n', 'colour'],
    ['S003', list, '- instance_id: acme__ledger-1\n  value: red\n', 'instance_id: acme__ledger-1'],
    ['yaml', list, '- instance_id: [\n', '\n'],
  ])('%s stands exactly at its text (%s)', async (code, path, text, under) => {
    const document = yaml(text, path);
    const found = marked(document, await rig.diagnostics(document));
    expect(code === 'yaml' ? [found[0]?.[0]] : found).toEqual(code === 'yaml' ? ['yaml'] : [[code, under]]);
  });

  it.each([
    ['S115', csv, `${head}nobody,taskType,BF,,\n`, 'nobody'],
    ['S115', csv, `${head}"nobody",taskType,BF,,\n`, '"nobody"'],
    ['S115', list, '- { instance_id: nobody, field: taskType, value: BF }\n', 'nobody'],
    ['S116', csv, `${head}acme__ledger-1,difficulty,hard,,\n`, 'difficulty'],
    ['S116', list, '- instance_id: acme__ledger-1\n  field: difficulty\n  value: hard\n', 'difficulty'],
  ])('%s stands exactly at its text (%s)', async (code, path, text, under) => {
    const document = yaml(text, path);
    expect(marked(document, await rig.late(document))).toEqual([[code, under]]);
  });

  it('are not looked for in files of other columns', () => {
    expect(rig.kinds.some((kind) => kind.matches(yaml('id,label\na,b\n', csv)))).toBe(false);
    expect(rig.kinds.some((kind) => kind.matches(yaml('- name: a\n', list)))).toBe(false);
  });
});

describe('answers for a label file', () => {
  it.each([
    [csv, `${head}acme|`, 'acme__ledger-1'],
    [csv, `${head}|`, 'acme__ledger-1'],
    [csv, `${head}acme__ledger-1,|`, 'taskType'],
    [csv, `${head}acme__ledger-1,taskType,|`, 'BF'],
    [csv, `${head}acme__ledger-1,taskType,FE|\n`.replace('FE|', 'FE\u0001').replace('\u0001', '|'), 'FE'],
    [list, '- instance_id: |\n', 'acme__ledger-1'],
    [list, '- { instance_id: acme__ledger-1, field: scenario, value: | }\n', 'UI/UX'],
    [list, '- instance_id: acme__ledger-1\n  field: difficulty\n  value: |\n', '1-4 hours'],
  ])('offers what may stand in %s %j', async (path, text, wanted) => {
    expect((await rig.items(...withCursor(text, path))).map(({ label }) => label)).toContain(wanted);
  });

  it('goes to the instance and shows it', async () => {
    const [document, position] = withCursor(`${head}acme__|ledger-1,taskType,BF,,\n`, csv);
    const place = (await rig.kindOf(document).definition?.(document, position)) as Location;
    expect(place.uri.endsWith('d.jsonl')).toBe(true);
    expect(await rig.hover(document, position)).toContain('Difficulty');
  });

  it('mends a mistyped field', async () => {
    const [document, position] = withCursor(`${head}acme__ledger-1,taskTyp|,BF,,\n`, csv);
    const range = { start: position, end: position };
    const found = (await rig.kindOf(document).codeActions?.(document, range, [])) as CodeAction[];
    // `task_typ` is read as it stands nowhere else: the fields are told apart by letters alone.
    expect(found.map(({ title }) => title)).toEqual(['Did you mean "taskType"?']);
  });
});
