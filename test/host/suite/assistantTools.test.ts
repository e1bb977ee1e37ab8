import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { spandrel } from '../../fakes/evaluatedStudy';
import { openSample } from './study';

const ours = () => vscode.lm.tools.filter(({ name }) => name.startsWith('touchstone_'));

const ask = async (name: string, input: object): Promise<string> => {
  const options = { input, toolInvocationToken: undefined };
  const { content } = await vscode.lm.invokeTool(`touchstone_${name}`, options);
  return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
};

describe('tools for language models', () => {
  before(async function () {
    this.timeout(180_000);
    await openSample();
  });

  it('are known to VS Code with what they take', () => {
    assert.deepEqual(
      ours()
        .map(({ name }) => name.replace('touchstone_', ''))
        .sort(),
      ['compare_patches', 'find_instances', 'read_result', 'read_step', 'summarise_trajectory'],
    );
    const result = ours().find(({ name }) => name.endsWith('read_result'));
    assert.ok(result?.inputSchema);
    assert.deepEqual((result.inputSchema as { required: readonly string[] }).required, ['instance', 'run']);
  });

  it('tell of the open study why a run failed', async () => {
    const answer = await ask('read_result', { instance: spandrel(14), run: 'kestrel-1' });
    assert.match(answer, /FAIL_TO_PASS NOT as required: "format: carries through minutes into an hour"/);
  });
});
