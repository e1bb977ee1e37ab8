import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editedReply, replyText } from '../../../../../../src/core/run/trajectory/fork/editedReply';

const commandsOf = (text: string): readonly string[] => {
  const read = editedReply(text, 5, 'tool');
  if (!read.ok) throw new Error(read.error);
  return (read.value.tool_calls ?? []).map((call) => JSON.parse(call.function.arguments).command);
};

describe('a reply that a person edits', () => {
  it('comes back as it was where nothing was edited, whatever its commands hold', () => {
    const line = fc.constantFrom('ls', '```bash', '````', '  ```', "cat <<'EOF'", '', 'EOF', '```mswea_bash_command');
    fc.assert(
      fc.property(fc.array(fc.array(line, { minLength: 1 }), { minLength: 1, maxLength: 3 }), (all) => {
        const commands = all.map((lines) => lines.join('\n'));
        expect(commandsOf(replyText('I look first.', commands))).toEqual(commands);
      }),
    );
  });

  it('may be written with plain bash blocks', () => {
    expect(commandsOf('First this.\n```bash\nls\n```\nthen that\n```bash\npwd\n```\n')).toEqual(['ls', 'pwd']);
  });

  it('keeps what was said, and says that a person wrote it', () => {
    const read = editedReply('Look there.\n\n```mswea_bash_command\nls\n```\n', 5, 'tool');
    expect(read).toMatchObject({
      ok: true,
      value: { role: 'assistant', content: 'Look there.', extra: { edited_by: 'person', replaces_step: 5 } },
    });
  });

  it('in a run without tools the command stands in the text', () => {
    const read = editedReply('Look.\n```bash\nls\n```', 5, 'text');
    expect(read).toMatchObject({ ok: true, value: { content: 'Look.\n\n```mswea_bash_command\nls\n```' } });
    const old = editedReply('Look.\n```mswea_bash_command\nls\n```', 5, 'text', 'bash');
    expect(old).toMatchObject({ ok: true, value: { content: 'Look.\n\n```bash\nls\n```' } });
    expect(editedReply('```bash\nls\n```\n```bash\npwd\n```', 5, 'text')).toMatchObject({ ok: false });
  });

  it('without a command it is refused, with how to write one', () => {
    expect(editedReply('Only words.', 5, 'tool')).toEqual({
      ok: false,
      error: expect.stringContaining('```mswea_bash_command'),
    });
  });
});
