import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readScript } from '../../../../../src/core/run/model/scripted/readScript';
import { ScriptCursors } from '../../../../../src/core/run/model/scripted/scriptCursor';
import { scriptedResponse } from '../../../../../src/core/run/model/scripted/scriptedReply';
import { InputFault } from '../../../../../src/core/shared/problem';
import { sha256 } from '../../../../../src/io/store/sha256';

const read = (text: string) => readScript(text, 'replies.yaml');
const cursorsOf = (text: string) => new ScriptCursors(read(text), 'replies.yaml', sha256);
const request = (...texts: readonly string[]) => ({
  model: 'm',
  messages: texts.map((content) => ({ role: 'user', content })),
  tools: [],
  params: {},
});

describe('a file of replies', () => {
  it('takes the conversation whose text stands in the first messages', () => {
    const cursors = cursorsOf(
      'conversations:\n  - when: "say \\"one\\""\n    replies: [{ text: "1" }]\n  - when: two\n    replies: [{ text: "2" }]\n',
    );
    expect(cursors.take(request('please two')).reply.text).toBe('2');
    expect(cursors.take(request('now say "one"')).reply.text).toBe('1');
    expect(() => cursors.take(request('three'))).toThrow('no conversation whose "when" stands');
  });

  it('goes on where a conversation goes on, and begins anew where it is begun anew', () => {
    const cursors = cursorsOf('replies: [{ text: a }, { text: b }]');
    const texts = [request('x'), request('x', 'y'), request('x'), request('x', 'z')].map(
      (one) => cursors.take(one).reply.text,
    );
    expect(texts).toEqual(['a', 'b', 'a', 'b']);
  });

  it('says a command as a fenced block where no tools are offered', () => {
    const taken = cursorsOf('replies: [{ thought: Look., command: ls }]').take(request('x'));
    const { message } = scriptedResponse(taken, request('x'), 'm', 'mark', 0).choices[0]!;
    expect(message).toEqual({ role: 'assistant', content: 'Look.\n\n```mswea_bash_command\nls\n```' });
  });

  it.each([
    ['replies:', 'Expected "replies:" with a list'],
    ['- a', 'Expected "replies:" with a list'],
    ['replies: [1]', 'replies.yaml replies[0]: a reply is a block'],
    ['replies: [{ call: { name: x } }]', 'a call needs tool: NAME'],
    ['replies: [{ fault: sadness }]', 'fault is one of auth'],
    ['replies: [', "replies.yaml line 1: This isn't YAML"],
    ['conversations: [{ when: x }]', 'replies.yaml conversations[0]: Expected "replies:"'],
  ])('that is wrong says where and what: %j', (text, words) => {
    expect(() => read(text)).toThrow(words);
  });

  it('is read or refused in words, whatever stands in it', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.json().map((json) => `{"replies": [${json}]}`),
        ),
        (text) => {
          try {
            read(text);
          } catch (error) {
            expect(error).toBeInstanceOf(InputFault);
          }
        },
      ),
    );
  });
});
