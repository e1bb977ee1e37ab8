import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { responsesToChat } from '../../../../../../src/core/run/gateway/translate/responses/responsesToChat';
import type { Fields } from '../../../../../../src/core/run/trajectory/fields';

const translate = (body: Fields) => {
  const found = responsesToChat(body);
  if (typeof found === 'string') throw new Error(found);
  return found;
};

const said = (role: string, text: string) => ({ type: 'message', role, content: [{ type: 'input_text', text }] });

/** As Codex asks, by hand. */
const codex = {
  model: 'm',
  instructions: 'Be brief.',
  input: [
    said('developer', 'You are Codex.'),
    said('user', '<environment_context/>'),
    said('user', 'Fix it'),
    { type: 'reasoning', summary: [{ type: 'summary_text', text: 'I look.' }], encrypted_content: 'gAAA' },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Looking.' }] },
    { type: 'function_call', name: 'exec_command', arguments: '{"cmd":"ls"}', call_id: 'c1' },
    { type: 'custom_tool_call', name: 'apply_patch', input: '*** Begin "Patch"', call_id: 'c2' },
    { type: 'local_shell_call', call_id: 'c3', action: { type: 'exec', command: ['ls', '-l'], timeout_ms: 5 } },
    { type: 'function_call', namespace: 'agents', name: 'spawn', arguments: '{}', call_id: 'c4' },
    { type: 'function_call_output', call_id: 'c1', output: 'a.js' },
    {
      type: 'custom_tool_call_output',
      call_id: 'c2',
      output: [
        { type: 'input_text', text: 'Done' },
        { type: 'input_image', image_url: 'data:' },
      ],
    },
    { type: 'local_shell_call_output', call_id: 'c3', output: '{"output":""}' },
    { type: 'function_call_output', call_id: 'c4', output: 'no' },
    { type: 'reasoning', summary: [], encrypted_content: 'gBBB' },
    { type: 'web_search_call', id: 'w' },
    said('developer', 'Mind the time.'),
  ],
  tools: [
    { type: 'function', name: 'exec_command', description: 'Runs', strict: false, parameters: { type: 'object' } },
    {
      type: 'custom',
      name: 'apply_patch',
      description: 'Patches.',
      format: { type: 'grammar', syntax: 'lark', definition: 'start: x' },
    },
    { type: 'local_shell' },
    { type: 'namespace', name: 'agents', tools: [{ type: 'function', name: 'spawn', parameters: { type: 'object' } }] },
    { type: 'web_search', external_web_access: true },
  ],
  tool_choice: { type: 'function', name: 'spawn', namespace: 'agents' },
  parallel_tool_calls: true,
  reasoning: { effort: 'high', summary: 'auto' },
  text: { verbosity: 'low', format: { type: 'json_schema', name: 'out', strict: true, schema: { type: 'object' } } },
  store: false,
  stream: true,
  include: ['reasoning.encrypted_content'],
  max_output_tokens: 900,
  temperature: 0.5,
};

describe('a request of Responses', () => {
  it('says the same in the words of chat', () => {
    const calls = [
      ['c1', 'exec_command', '{"cmd":"ls"}'],
      ['c2', 'apply_patch', JSON.stringify({ input: '*** Begin "Patch"' })],
      ['c3', 'local_shell', '{"command":["ls","-l"],"timeout_ms":5}'],
      ['c4', 'agents__spawn', '{}'],
    ].map(([id, name, written]) => ({ id, type: 'function', function: { name, arguments: written } }));
    expect(translate(codex).messages).toEqual([
      { role: 'system', content: 'Be brief.\n\nYou are Codex.' },
      { role: 'user', content: '<environment_context/>' },
      { role: 'user', content: 'Fix it' },
      { role: 'assistant', content: 'Looking.', reasoning_content: 'I look.', tool_calls: calls },
      { role: 'tool', tool_call_id: 'c1', content: 'a.js' },
      { role: 'tool', tool_call_id: 'c2', content: 'Done\n[input_image left out]' },
      { role: 'tool', tool_call_id: 'c3', content: '{"output":""}' },
      { role: 'tool', tool_call_id: 'c4', content: 'no' },
      { role: 'user', content: 'Mind the time.' },
    ]);
  });

  it('offers its tools as functions, free-form and shell tools too', () => {
    const { tools, params } = translate(codex);
    expect(tools.map(({ function: { name } }) => name)).toEqual([
      'exec_command',
      'apply_patch',
      'local_shell',
      'agents__spawn',
    ]);
    expect(tools[1]?.function.description).toBe('Patches.\n\nThe input has to follow this grammar (lark):\nstart: x');
    expect(params).toEqual({
      temperature: 0.5,
      max_tokens: 900,
      tool_choice: { type: 'function', function: { name: 'agents__spawn' } },
      parallel_tool_calls: true,
      response_format: { type: 'json_schema', json_schema: { name: 'out', strict: true, schema: { type: 'object' } } },
    });
  });

  it('tells what has no counterpart', () => {
    expect(translate(codex).notes).toEqual([
      'tool left out, as chat completions have none of its type: web_search',
      'encrypted reasoning left out',
      'item left out, as chat completions have none of its type: web_search_call',
      'field left out, as chat completions have none: reasoning',
    ]);
  });

  it('may be one text, or hold images', () => {
    expect(translate({ input: 'hello' }).messages).toEqual([{ role: 'user', content: 'hello' }]);
    const image = { type: 'input_image', image_url: 'data:image/png;base64,AA==' };
    const content = [{ type: 'input_text', text: 'see' }, image];
    expect(translate({ input: [{ role: 'user', content }] }).messages[0]?.content).toEqual([
      { type: 'text', text: 'see' },
      { type: 'image_url', image_url: { url: image.image_url } },
    ]);
  });

  it('that goes on from a response that only its provider has is refused', () => {
    expect(responsesToChat({ input: [], previous_response_id: 'resp_1' })).toContain('previous_response_id');
    expect(responsesToChat({})).toBe('input has to be a text or a list of items.');
  });

  it('of any shape is read without an error', () => {
    const item = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.record({
        type: fc.constantFrom(...codex.input.map(({ type }) => type)),
        role: fc.jsonValue({ maxDepth: 1 }),
        content: fc.jsonValue({ maxDepth: 2 }),
        output: fc.jsonValue({ maxDepth: 1 }),
        action: fc.jsonValue({ maxDepth: 1 }),
        summary: fc.jsonValue({ maxDepth: 1 }),
      }),
    );
    fc.assert(
      fc.property(fc.array(item, { maxLength: 8 }), fc.array(item, { maxLength: 3 }), (input, tools) => {
        expect(translate({ input, tools } as Fields).messages.every(({ role }) => typeof role === 'string')).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});
