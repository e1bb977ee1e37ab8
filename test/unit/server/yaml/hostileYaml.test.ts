import { describe, expect, it } from 'vitest';
import { InputFault } from '../../../../src/core/shared/problem';
import { LinedText } from '../../../../src/server/rows/text/linedText';
import { StudyContext } from '../../../../src/server/studyContext';
import { tempFolder } from '../../../fakes/tempFolder';
import { yaml as named, YamlRig } from './yamlRig';

const yaml = (text: string, file = '/nowhere/touchstone.yaml') => named(text, file);

describe('hostile YAML', () => {
  it('of fifty thousand fields is checked and completed like any other', async () => {
    const rig = new YamlRig();
    const text = `touchstone: 1\nstudy:\n  \n${Array.from({ length: 50_000 }, (_, at) => `x-${at}: 1\n`).join('')}`;
    const items = await rig.items(yaml(text), { line: 2, character: 2 });
    expect(items.map(({ label }) => label)).toContain('title');
    const rubric = yaml(`schema: touchstone-rubric/1\n${text.slice(0, 200_000)}`, '/nowhere/rubric.yaml');
    expect((await rig.diagnostics(rubric)).length).toBeGreaterThan(0);
  });

  it('nested too deeply is told in words', async () => {
    const found = await new YamlRig().diagnostics(yaml(`a: ${'['.repeat(20_000)}`));
    expect(found.map(({ message }) => message)).toContain(
      "This isn't YAML: brackets or blocks are nested too deeply to be read.",
    );
  });

  it('marks the whole name of a field that stands twice', async () => {
    const document = yaml('touchstone: 1\nrubric: a\nrubric: b\n');
    const [found] = await new YamlRig().diagnostics(document);
    expect(found && [document.getText(found.range), found.range.start.line]).toEqual(['rubric', 2]);
  });

  it('in a folder that is gone fails nothing', async () => {
    const rig = new YamlRig();
    const found = await rig.late(
      yaml('touchstone: 1\nstudy: { id: a, seed: 1 }\ndatasets: [{ id: d, path: d.jsonl }]\n'),
    );
    expect(found.map(({ code }) => code)).toContain('S005');
    expect(rig.failures).toEqual([]);
  });

  it('of a folder that cannot be read hides no other fault', async () => {
    const files = tempFolder();
    files.write('sub/d/rows.jsonl', '{}');
    const { ports } = new YamlRig().context;
    const list = ports.files.list.bind(ports.files);
    const refusing = async (path: string) => {
      if (path.endsWith('/d')) throw new InputFault(`${path}: reading is not permitted. Check its rights.`);
      return list(path);
    };
    const text =
      'touchstone: 1\nstudy: { id: a, seed: 1 }\ndatasets: [{ id: d, path: sub }, { id: e, path: none.jsonl }]\n';
    const rig = new YamlRig(new StudyContext({ ...ports, files: { ...ports.files, list: refusing } }));
    const found = await rig.late(yaml(text, `${files.path}/touchstone.yaml`));
    expect(found.map(({ code }) => code)).toEqual(expect.arrayContaining(['S005', 'S111']));
    expect(rig.failures).toEqual([]);
    files.remove();
  });

  it('is not looked for in files of other names, however long', () => {
    const lines = new LinedText('file:///rows.jsonl', 'jsonl', 1, '{}\n');
    lines.getText = () => {
      throw new Error('The whole text was put together to tell a kind by its name.');
    };
    expect(new YamlRig().kinds.some((kind) => kind.matches(lines))).toBe(false);
  });
});
