import { describe, expect, it } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { rowDiagnostics } from '../../../src/server/rows/rowDiagnostics';
import { rubricDiagnostics, studyDiagnostics } from '../../../src/server/yaml/yamlDiagnostics';

const document = (text: string, name = 'a.jsonl') => TextDocument.create(`file:///${name}`, 'plaintext', 1, text);

const row = (fields: object = {}) =>
  JSON.stringify({
    instance_id: 'o__n-1',
    repo: 'o/n',
    base_commit: 'a'.repeat(40),
    patch: '',
    test_patch: '',
    problem_statement: 's',
    FAIL_TO_PASS: ['t'],
    PASS_TO_PASS: [],
    ...fields,
  });

describe('faults of rows', () => {
  it('stand at the field of the row at fault; good rows have none', () => {
    const text = `${row()}\n${row({ instance_id: 'o__n-2', FAIL_TO_PASS: 7 })}\n`;
    const found = rowDiagnostics(document(text)).filter(({ severity }) => severity === 1);
    expect(found.map(({ range }) => range.start.line)).toEqual([1]);
    expect(text.split('\n')[1]?.slice(found[0]?.range.start.character, found[0]?.range.end.character)).toBe(
      '"FAIL_TO_PASS"',
    );
  });

  it('say where a line is no JSON', () => {
    const found = rowDiagnostics(document(`${row()}\n{"instance_id": \n`));
    expect(found.map(({ range, message }) => [range.start.line, String(message).startsWith('No JSON')])).toEqual([
      [1, true],
    ]);
  });

  it('are not looked for in JSON lines that are not ours', () => {
    expect(rowDiagnostics(document('{"level":"info"}\n{"level":\n'))).toEqual([]);
  });

  it('are shown up to a number, the rest counted', () => {
    const text = [row(), ...Array.from({ length: 300 }, () => '{')].join('\n');
    const found = rowDiagnostics(document(text));
    expect(found.length).toBe(201);
    expect(found.at(-1)?.message).toContain('100 more');
  });
});

describe('faults of study files and rubrics', () => {
  it('carry the code of the format at their line', () => {
    const found = studyDiagnostics(
      document('touchstone: 1\nstudy: s\ndatasets: [a.jsonl]\nrunz: []\n', 'touchstone.yaml'),
      '/x/touchstone.yaml',
    );
    expect(found.map(({ code, range }) => [code, range.start.line])).toContainEqual(['S001', 3]);
  });

  it('name the rule that a rubric breaks', () => {
    const found = rubricDiagnostics(document('schema: touchstone-rubric/1\nid: x\n', 'r.yaml'), '/x/r.yaml');
    expect(found.length).toBeGreaterThan(0);
  });
});
