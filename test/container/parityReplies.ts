import type { ChatResponse } from '../../src/core/run/model/chat';

/** A scripted reply: a chat completion with what it cost. */
export type ParityReply = ChatResponse & { readonly cost: number };

let number = 0;

const reply = (message: object, finish_reason: string | null): ParityReply => {
  number += 1;
  return {
    id: `chatcmpl-${number}`,
    object: 'chat.completion',
    created: 1_700_000_000 + number,
    model: 'scripted',
    choices: [{ index: 0, finish_reason, message: { role: 'assistant', content: null, tool_calls: null, ...message } }],
    usage: { prompt_tokens: 10, completion_tokens: 1, total_tokens: 11 },
    cost: 0.25,
  };
};

const call = (name: string, text: unknown) => {
  number += 1;
  return { id: `call_${number}`, type: 'function', function: { name, arguments: text } };
};

const bash = (command: unknown) => call('bash', JSON.stringify({ command }));

const calls = (...all: readonly object[]): ParityReply => reply({ content: 'Next.', tool_calls: all }, 'tool_calls');
const commands = (...all: readonly string[]): ParityReply => calls(...all.map(bash));
const words = (content: string | null, finish: string | null = 'stop'): ParityReply => reply({ content }, finish);

const submit = 'echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT';

/** Every turn that a reply with tool calls can lead to. */
export const toolReplies = (): readonly ParityReply[] => [
  commands('ls', 'head -n 3 README.md', 'echo $PAGER; pwd'),
  words('I think first.'),
  words('Cut off', 'length'),
  commands('printf "out\\n"; sleep 0.2; printf "err\\n" >&2; exit 3'),
  words(null, 'tool_calls'),
  calls(call('python', '{"command": "print(1)"}')),
  commands('echo "counts from anew"'),
  calls(call('bash', '{"command": "git apply <<EOF')),
  calls(call('bash', '[1, 2]')),
  commands('true'),
  calls(bash('echo one'), call('bash', "{'command': 'ls'}")),
  calls(call('bash', '{"cmd": "ls"}')),
  commands('true'),
  calls(call('edit', '{"path": "é😀" x}')),
  calls(call('bash', '')),
  calls(bash(['ls', '-l']), bash(null), bash('echo \0'), bash(7)),
  commands(
    "printf 'é\\377\\376\\342\\202|\\360\\237\\230\\n'",
    "printf '\\357\\273\\277x\\0y'",
    "printf 'a\\r\\nb\\rc\\n'",
  ),
  commands('seq 1 5000', "head -c 9999 /dev/zero | tr '\\0' x", "head -c 10000 /dev/zero | tr '\\0' x"),
  commands("yes '😀é' | head -n 4000"),
  commands('echo before; echo é; sleep 30; echo after'),
  commands(`${submit}; false`, `echo x; ${submit}`, 'echo MINI_SWE_AGENT_FINAL_OUTPUT; echo y', `${submit} y`),
  commands("sed -i '1s/$/ more/' README.md && printf 'new\\nfile' > neu.txt && git status --short"),
  calls(bash('echo kept'), bash(`printf '\\n  '; ${submit} && git add -A && git diff --cached`), bash('echo never')),
];

const block = (command: string): string => `THOUGHT: next.\n\n\`\`\`mswea_bash_command\n${command}\n\`\`\``;

/** Every turn of text mode, to three refusals in a row. */
export const textReplies = (): readonly ParityReply[] => [
  words(block('ls')),
  words('No block.'),
  words(`${block('ls')}\n\n${block('pwd')}`),
  words(block('  echo "  é 😀"  \n\n')),
  words(block('')),
  words('```mswea_bash_command \n\n\n```'),
  words(`${block('cat <<X\n```\nX')}\n`),
  words('```bash\nls\n```', 'length'),
  words('```mswea_bash_command echo no```'),
  words(block('echo "counts from anew" && exit 2')),
  words('```mswea_bash_command\nopen'),
  words(null),
  words(block('a') + block('b') + block('c'), null),
];

/** Three calls that cost too much together. */
export const costlyReplies = (): readonly ParityReply[] =>
  [words('a'), words('b'), words('c')].map((one) => ({ ...one, cost: 1 }));
