import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '../../../../src/io/store/sha256';
import { instanceRow, jsonLines } from '../../../fakes/rows';
import { type TempFolder, tempFolder } from '../../../fakes/tempFolder';
import { marked, root, YamlRig, yaml } from './yamlRig';

const head = 'touchstone: 1\nstudy: { id: s, seed: 1 }\n';
const base = `${head}datasets: [d.jsonl]\n`;
const environment = (fields: string) => `${base}environments:\n  - match: { repo: o/n }\n    image: i\n${fields}`;

describe('faults of the text of a study file', () => {
  const rig = new YamlRig();
  const found = async (text: string) => {
    const document = yaml(text, '/nowhere/touchstone.yaml');
    return marked(document, await rig.diagnostics(document));
  };

  it.each([
    ['S001', `${base}blindng: {}\n`, 'blindng'],
    ['S001', `${base}backend: { worker: 2 }\n`, 'worker'],
    ['S001', `${base}selection: { sample: { strate: [] } }\n`, 'strate'],
    ['S002', `${base}raters: all\n`, 'all'],
    ['S002', `${base}raters:\n`, 'raters'],
    ['S002', `${base}evaluation: { timeout: 30 }\n`, '30'],
    ['S002', `${base}assignment: { overlapShare: 30% }\n`, '30%'],
    ['S002', base.replace('id: s,', 'id: First Look,'), 'First Look'],
    ['S003', `${base}judges:\n  - path: a.jsonl\n    rubric: x\n`, 'path: a.jsonl'],
    ['S003', 'study: { id: s, seed: 1 }\ndatasets: [d.jsonl]\n', 'study: { id: s, seed: 1 }'],
    ['S003', `${base}judges: [{ path: a.jsonl }]\n`, '{ path: a.jsonl }'],
    ['S004', `${base}backend: { kind: podman }\n`, 'podman'],
    ['S004', `${base}evaluation: { ruleSet: swebench-v6 }\n`, 'swebench-v6'],
    ['S004', `${base}evaluation: { compare: [live, nope] }\n`, 'nope'],
    ['S006', `${head}datasets: [{ id: d, path: a.jsonl }, { id: d, path: b.jsonl }]\n`, 'd'],
    ['S006', `${base}raters: [r1, r1]\n`, 'r1'],
    ['S007', `${base}runs: [{ id: a, path: a.jsonl, base: b }]\n`, 'b'],
    ['S007', `${base}adjudication: { by: [elm] }\n`, 'elm'],
    ['S008', `${base}runs: [../x.jsonl]\n`, '../x.jsonl'],
    ['S010', `${base}backend: { workers: 0 }\n`, '0'],
    ['S010', `${base}preregistration: { bootstrap: { replicates: 10 } }\n`, '10'],
    ['S100', base.replace('touchstone: 1', 'touchstone: 2'), '2'],
    ['W102', base.replace(', seed: 1', ''), '{ id: s }'],
    ['S110', `${head}datasets: []\n`, '[]'],
    ['S124', environment('    dockerfile: D\n'), 'match: { repo: o/n }'],
    [
      'S125',
      environment('').replace('image: i', 'build: { base: b, setup: ["x sk-abcdefghijklmnop1234"] }'),
      '"x sk-abcdefghijklmnop1234"',
    ],
    ['S126', environment('    env: { API_KEY: x }\n'), 'API_KEY'],
    ['S127', environment('    parser: pytset\n'), 'pytset'],
    ['not-yet', environment('    services: [{ id: db, image: i }]\n'), 'services'],
    ['not-yet', `${base}assignment: { arms: [{ id: a, share: 1 }] }\n`, 'arms'],
    ['yaml', `${base}runs: [a.jsonl\nlabels: x\n`, 'l'],
  ])('%s stands exactly at its text', async (code, text, under) => {
    expect(await found(text)).toEqual([[code, under]]);
  });

  it('say no code twice, and nothing of a field of ones own', async () => {
    const document = yaml(`${base}x-ours: { any: thing }\nblindng: {}\n`, '/nowhere/touchstone.yaml');
    const [one, ...more] = await rig.diagnostics(document);
    expect(more).toEqual([]);
    expect(one?.message).toBe('blindng: unknown field. Did you mean "blinding"? Own fields start with "x-".');
  });

  it('take a hash of digits alone and an id of digits as they are written', async () => {
    expect(await found(`${head}datasets: [{ id: 007, path: d.jsonl, sha256: ${'1234'.repeat(16)} }]\n`)).toEqual([]);
  });
});

describe('faults that take files', () => {
  let folder: TempFolder;
  let rig: YamlRig;
  const row = instanceRow('acme__ledger-1');
  const found = async (text: string) => {
    const document = yaml(text, join(folder.path, 'touchstone.yaml'));
    return marked(document, await rig.late(document));
  };

  beforeEach(() => {
    folder = tempFolder();
    rig = new YamlRig();
    folder.write('d.jsonl', jsonLines([row]));
  });
  afterEach(() => folder.remove());

  it.each([
    ['S005', `${base}runs: [runs/gone]\n`, 'runs/gone'],
    ['S007', `${base}rubric: patch-reviw\n`, 'patch-reviw'],
    ['S111', `${head}datasets: [other.jsonl]\n`, 'other.jsonl'],
    ['S112', `${head}datasets: [{ path: d.jsonl, format: multi-swe-bench }]\n`, 'multi-swe-bench'],
    ['S112', `${head}datasets: [{ path: d.jsonl, format: swebench-classic }]\n`, 'swebench-classic'],
    ['S113', `${head}datasets: [{ path: d.jsonl, sha256: ${'0'.repeat(64)} }]\n`, '0'.repeat(64)],
    ['W121', `${base}environments: [{ image: i, match: { repo: no/ne } }]\n`, '{ repo: no/ne }'],
  ])('%s stands exactly at its text', async (code, text, under) => {
    folder.write('other.jsonl', '{"a": 1}\n');
    expect(await found(text)).toEqual([[code, under]]);
    expect(rig.failures).toEqual([]);
  });

  it('S008: links that lead out', async () => {
    const outside = tempFolder();
    outside.write('p.jsonl', '{}\n');
    symlinkSync(outside.path, join(folder.path, 'link'));
    expect(await found(`${base}runs: [link/p.jsonl]\n`)).toEqual([['S008', 'link/p.jsonl']]);
    outside.remove();
  });

  it('S101: events of a study that was renamed', async () => {
    folder.write('.touchstone/old/events/r1/a.jsonl', '{}\n{}\n');
    const document = yaml(base, join(folder.path, 'touchstone.yaml'));
    const [one] = await rig.late(document);
    expect(document.getText(one?.range)).toBe('s');
    expect(one?.message).toBe('.touchstone/old/ has 2 events. Renaming the study would leave them behind.');
  });

  it('W120: instances without an image', async () => {
    folder.write('d.jsonl', jsonLines([instanceRow('odd id', { image: null })]));
    expect(await found(base)).toEqual([['W120', 'datasets']]);
  });

  it('S122, S123, W128: what a repository lacks', async () => {
    const text = (path: string) =>
      `${base}environments:\n  - match: { dataset: d }\n    repository: { path: ${path} }\n    image: i\n    keepOut: ["*.md", "*.pem"]\n`;
    folder.write('plain/a', 'x');
    expect(await found(text('plain'))).toEqual([['S122', 'plain']]);
    folder.write('clone/a.md', 'x');
    const git = (...args: string[]) => execFileSync('git', args, { cwd: join(folder.path, 'clone') });
    git('init', '-q');
    git('add', '.');
    git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '-qm', 'a');
    expect(await found(text('clone'))).toEqual([
      ['S123', 'clone'],
      ['W128', '"*.pem"'],
    ]);
  });

  it('are none where all is as it is said', async () => {
    const text = `${head}datasets: [{ path: d.jsonl, format: swebench, sha256: ${sha256(jsonLines([row]))} }]\nblindng: {}\n`;
    const document = yaml(text, join(folder.path, 'touchstone.yaml'));
    await rig.diagnostics(document);
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(marked(document, await rig.diagnostics(document))).toEqual([['S001', 'blindng']]);
  });
});

describe('what ships', () => {
  it('the sample study has no diagnostics', async () => {
    const rig = new YamlRig();
    const path = join(root, 'samples/quickstart/touchstone.yaml');
    const document = yaml(readFileSync(path, 'utf8'), path);
    await rig.diagnostics(document);
    await new Promise((resolve) => setTimeout(resolve, 900));
    expect(await rig.diagnostics(document)).toEqual([]);
    expect(rig.failures).toEqual([]);
  });

  it.each(readdirSync(join(root, 'rubrics')))('%s has no diagnostics', async (name) => {
    const path = join(root, 'rubrics', name);
    const document = yaml(readFileSync(path, 'utf8'), path);
    expect(await new YamlRig().diagnostics(document)).toEqual([]);
  });
});
