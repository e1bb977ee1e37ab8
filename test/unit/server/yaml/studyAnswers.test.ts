import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CodeAction, DocumentSymbol, Location } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { sha256 } from '../../../../src/io/store/sha256';
import { instanceRow, jsonLines } from '../../../fakes/rows';
import { type TempFolder, tempFolder } from '../../../fakes/tempFolder';
import { withCursor, YamlRig, yaml } from './yamlRig';

const head = 'touchstone: 1\nstudy: { id: s, seed: 1 }\n';
const base = `${head}datasets: [{ id: ledger, path: data/d.jsonl }]\nruns: [{ id: heron, path: runs/heron }]\n`;
const rows = jsonLines([
  instanceRow('acme__ledger-1'),
  instanceRow('acme__ledger-2', { problem_statement: '[click](command:evil) <img src=x>' }),
]);

let folder: TempFolder;
let rig: YamlRig;
const file = () => join(folder.path, 'touchstone.yaml');

beforeAll(async () => {
  folder = tempFolder();
  rig = new YamlRig();
  const path = folder.write('data/d.jsonl', rows);
  folder.write('runs/heron/predictions.jsonl', '{}\n');
  folder.write('rubrics/mine.yaml', '');
  await rig.open({ folder: folder.path, studyFile: file(), datasets: [{ id: 'ledger', path }] });
});
afterAll(() => folder.remove());

describe('completion in a study file', () => {
  const labels = async (text: string) => {
    const items = await rig.items(...withCursor(text, file()));
    return items.toSorted((a, b) => ((a.sortText ?? '') < (b.sortText ?? '') ? -1 : 1)).map(({ label }) => label);
  };

  it('names the fields that are missing, the required ones first', async () => {
    const top = await labels(`datasets: []\n|`);
    expect(top.slice(0, 2)).toEqual(['touchstone', 'study']);
    expect(top).not.toContain('datasets');
    expect(await labels(`${base}judges:\n  - path: a\n    |`)).toEqual(['id', 'map', 'run', 'rubric']);
    expect(await labels(`${base}raters: [{ id: a, | }]\n`)).toContain('role');
    expect(await labels(`${base}environments:\n  - match:\n      re|\n`)).toEqual(['dataset', 'repo', 'instances']);
    const build = '      base: host\n      |';
    expect(await labels(`${base}environments:\n  - match: {}\n    build:\n${build}`)).toEqual([
      'packages',
      'copy',
      'setup',
      'network',
    ]);
    expect(await labels(`${base}selection:\n  instances:\n    where: { | }\n`)).toContain('taskType');
  });

  it.each([
    ['backend: { kind: | }\n', ['docker', 'local']],
    ['backend:\n  kind: do|\n', ['docker', 'local']],
    ['evaluation: { compare: [|] }\n', 'swebench-v4'],
    ['evaluation: { ruleSet: swe| }\n', 'multi-swe-bench'],
    ['environments: [{ parser: | }]\n', 'pytest'],
    ['environments: [{ match: { dataset: | } }]\n', ['ledger']],
    ['environments: [{ match: { instances: [|] } }]\n', ['acme__ledger-1', 'acme__ledger-2']],
    ['environments: [{ match: { instances: [ledger-2|] } }]\n', ['acme__ledger-2']],
    ['adjudication: { by: [|] }\n', ['r1']],
    ['selection: { predictions: { runs: [|] } }\n', ['heron']],
    ['selection: { instances: { where: { taskType: [|] } } }\n', 'BF'],
    ['labels: |\n', ['data/', 'rubrics/', 'runs/']],
    ['labels: "data/|"\n', ['data/d.jsonl']],
    ['labels: ../|\n', []],
    ['rubric: |\n', 'patch-review'],
    ['rubric: rubrics/|\n', 'rubrics/mine.yaml'],
    ['blinding: { gold: | }\n', ['at-once', 'after-verdict', 'after-study', 'never']],
  ])('offers what may stand in %j', async (text, wanted) => {
    const found = await labels(base + text);
    expect(typeof wanted === 'string' ? found.includes(wanted) && wanted : found).toEqual(wanted);
  });

  it('offers paths and fields for an entry that is begun', async () => {
    const found = await labels(`${head}datasets:\n  - |\n`);
    expect(found).toContain('path');
    expect(found).toContain('data/');
  });

  it('is silent in comments and in texts over several lines', async () => {
    expect(await labels(`${base}# back|\n`)).toEqual([]);
    expect(await labels(`${base}x-note: |\n`.replace('|', '>-\n    some |'))).toEqual([]);
  });

  it('replaces the whole word, and writes a field with its colon', async () => {
    const [document, position] = withCursor(`${base}backe|nd\n`, file());
    const item = (await rig.items(document, position)).find(({ label }) => label === 'backend');
    const edit = item?.textEdit as { range: { start: unknown }; newText: string };
    expect(edit.newText).toBe('backend:');
    expect(document.getText(edit.range as never)).toBe('backend');
  });
});

describe('hover in a study file', () => {
  const hover = (text: string) => rig.hover(...withCursor(text, file()));

  it('says what a field does, its type and default', async () => {
    const words = await hover(`${base}backend: { ki|nd: docker }\n`);
    expect(words).toContain('backend');
    expect(words).toContain('one of docker');
    expect(words).toContain('default');
  });

  it('says what an id names, and shows data as text', async () => {
    expect(await hover(`${base}adjudication: { by: [r|1] }\n`)).toContain('rater');
    const words = await hover(`${base}environments: [{ match: { instances: [acme__ledger|-2] } }]\n`);
    expect(words).toContain('acme');
    expect(words).not.toMatch(/(?<!\\)\]\(|(?<!\\)</);
  });
});

describe('definition in a study file', () => {
  const under = async (text: string) => {
    const [document, position] = withCursor(text, file());
    const found = (await rig.kindOf(document).definition?.(document, position)) as Location[];
    return found.map(({ uri, range }) => [
      decodeURIComponent(uri).split('/').slice(-2).join('/'),
      uri === document.uri ? document.getText(range) : range.start.line,
    ]);
  };
  const own = () => `${folder.path.split('/').at(-1)}/touchstone.yaml`;

  it('goes from a path to its file, of a run to its predictions', async () => {
    expect(await under(base.replace('data/d', 'data/|d'))).toEqual([['data/d.jsonl', 0]]);
    expect(await under(base.replace('runs/heron', 'runs/|heron'))).toEqual([['heron/predictions.jsonl', 0]]);
    expect(await under(`${base}rubric: patch-re|view\n`)).toEqual([['rubrics/patch-review.yaml', 0]]);
    expect(await under(`${base}labels: ../|x\n`)).toEqual([]);
  });

  it('goes from an id to where it is declared, from an instance to its row', async () => {
    const child = base
      .replace(']\n', ']\n')
      .replace('runs/heron }', 'runs/heron }, { id: two, path: p, base: her|on }');
    expect(await under(child)).toEqual([[own(), 'heron']]);
    expect(await under(`${base}environments: [{ match: { dataset: led|ger } }]\n`)).toEqual([[own(), 'ledger']]);
    expect(await under(`${base}environments: [{ match: { instances: [acme__|ledger-2] } }]\n`)).toEqual([
      ['data/d.jsonl', 1],
    ]);
  });
});

describe('symbols and code actions of a study file', () => {
  const applied = async (text: string, title: string): Promise<string> => {
    const [document, position] = withCursor(text, file());
    const range = { start: position, end: position };
    const actions = (await rig.kindOf(document).codeActions?.(document, range, [])) as CodeAction[];
    const action = actions.find((one) => one.title.startsWith(title));
    const [change] = action?.edit?.documentChanges ?? [];
    if (!change || !('edits' in change)) return actions.map((one) => one.title).join('; ') || 'no action';
    return TextDocument.applyEdits(document, change.edits as never);
  };

  it('lists sections, and entries by their ids', async () => {
    const document = yaml(base, file());
    const symbols = (await rig.kindOf(document).symbols?.(document)) as DocumentSymbol[];
    expect(symbols.map(({ name }) => name)).toEqual(['touchstone', 'study', 'datasets', 'runs']);
    expect(symbols[2]?.children?.map(({ name }) => name)).toEqual(['ledger']);
    expect(symbols[1]?.children?.map(({ name, detail }) => [name, detail])).toEqual([
      ['id', 's'],
      ['seed', '1'],
    ]);
  });

  it.each([
    ['S001', `${base}bl|indng: {}\n`, 'Did you mean', `${base}blinding: {}\n`],
    [
      'S002',
      `${base}assignment: { overlapShare: 3|0% }\n`,
      'Did you mean',
      `${base}assignment: { overlapShare: 0.3 }\n`,
    ],
    ['S004', `${base}backend: { kind: 'dock|r' }\n`, 'Did you mean', `${base}backend: { kind: 'docker' }\n`],
    ['S007', `${base}adjudication: { by: [r|2] }\n`, 'Did you mean', `${base}adjudication: { by: [r1] }\n`],
    [
      'S127',
      `${base}environments: [{ parser: py|tset }]\n`,
      'Did you mean',
      `${base}environments: [{ parser: pytest }]\n`,
    ],
    ['S003', '|study: s\n', 'Insert touchstone', 'touchstone: 1\nstudy: s\n'],
    ['S003', `${base}judges:\n  - pa|th: a\n`, 'Insert id', `${base}judges:\n  - id: \n    path: a\n`],
    ['S003', `${base}judges: [{ pa|th: a }]\n`, 'Insert id', `${base}judges: [{ id: , path: a }]\n`],
  ])('mends %s', async (_code, text, title, wanted) => {
    expect(await applied(text, title)).toBe(wanted);
  });

  it('writes a seed into either form of the study', async () => {
    const plain = await applied('touchstone: 1\nstudy: s|\ndatasets: [data/d.jsonl]\n', 'Write a seed');
    expect(plain).toMatch(/^touchstone: 1\nstudy: \n {2}id: s\n {2}seed: [1-9]\d*\ndatasets: /);
    const block = await applied('touchstone: 1\nstudy:\n  i|d: s\n  title: t\n', 'Write a seed');
    expect(block).toMatch(/^touchstone: 1\nstudy:\n {2}id: s\n {2}title: t\n {2}seed: [1-9]\d*\n$/);
  });

  it('pins the content of a dataset, and follows it', async () => {
    const hash = sha256(rows);
    expect(await applied(`${head}datasets: [data/d|.jsonl]\n`, 'Pin')).toBe(
      `${head}datasets: [{ path: data/d.jsonl, sha256: "${hash}" }]\n`,
    );
    expect(await applied(`${head}datasets:\n  - i|d: d\n    path: data/d.jsonl\n`, 'Pin')).toBe(
      `${head}datasets:\n  - id: d\n    path: data/d.jsonl\n    sha256: "${hash}"\n`,
    );
    const old = `${head}datasets: [{ path: data/d.jsonl, sha256: ${'0'.repeat(64)} }]\n`;
    const document = yaml(old, file());
    const [one] = await rig.late(document);
    const actions = (await rig.kindOf(document).codeActions?.(document, one?.range as never, [])) as CodeAction[];
    expect(actions.map(({ title }) => title)).toEqual([`Pin the content that is there (${hash.slice(0, 12)}…)`]);
  });
});
