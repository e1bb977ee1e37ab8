import { describe, expect, it } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { rubricDiagnostics, studyDiagnostics } from '../../../src/server/yaml/yamlDiagnostics';

const document = (text: string, name = 'a.jsonl') => TextDocument.create(`file:///${name}`, 'plaintext', 1, text);

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
