import { err, ok, type Result } from '../../../shared/result';
import type { ChatMessage } from '../../model/chat';
import type { ToldMode } from './toldMessages';

/** How the block of a command is marked in a reply that a person edits: as mini-swe-agent's text mode does it. */
const commandMark = 'mswea_bash_command';

/** A fence that the text can't close. */
const fenceFor = (text: string): string => {
  const longest = Math.max(2, ...[...text.matchAll(/^\s*(`{3,})/gm)].map(([, ticks]) => ticks?.length ?? 0));
  return '`'.repeat(longest + 1);
};

/** A reply as a person edits it: what the model said, then each of its commands in a block. */
export const replyText = (said: string, commands: readonly string[]): string =>
  [said, ...commands.map((command) => [fenceFor(command) + commandMark, command, fenceFor(command)].join('\n'))]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');

interface Blocks {
  readonly said: string;
  readonly commands: readonly string[];
}

/** Blocks with one of these marks, each ended by a fence of the length that began it; an open last one goes to the end. */
const blocksOf = (text: string, mark: RegExp): Blocks => {
  const [said, commands]: [string[], string[]] = [[], []];
  let open: { readonly fence: string; readonly lines: string[] } | null = null;
  for (const line of text.split('\n')) {
    if (open !== null) {
      if (line.trimEnd() === open.fence) {
        commands.push(open.lines.join('\n'));
        open = null;
      } else open.lines.push(line);
      continue;
    }
    const [, fence, info] = /^(`{3,})([\w-]*)\s*$/.exec(line) ?? [];
    if (fence !== undefined && mark.test(info ?? '')) open = { fence, lines: [] };
    else said.push(line);
  }
  if (open !== null) commands.push(open.lines.join('\n'));
  return { said: said.join('\n').trim(), commands };
};

/**
 * An edited reply as a message of the parent's form, whose commands are run anew. An error says what it lacks. `mark`:
 * how blocks are marked in a run without tools.
 */
export const editedReply = (
  text: string,
  step: number,
  mode: ToldMode,
  mark: string = commandMark,
): Result<ChatMessage, string> => {
  const extra = { edited_by: 'person', replaces_step: step };
  const marked = blocksOf(text, new RegExp(`^${commandMark}$`));
  const { said, commands } = marked.commands.length > 0 ? marked : blocksOf(text, /^(?:bash|sh|shell)$/);
  if (commands.length === 0)
    return err(`The edited reply holds no command. Write each in a block that begins with \`\`\`${commandMark}.`);
  if (mode === 'text') {
    const [command = ''] = commands;
    if (commands.length > 1) return err('The edited reply holds several commands; this run takes one in each reply.');
    const block = `\`\`\`${mark}\n${command}\n\`\`\``;
    return ok({ role: 'assistant', content: said === '' ? block : `${said}\n\n${block}`, extra });
  }
  const tool_calls = commands.map((command, at) => ({
    id: `call_edited_${step}_${at + 1}`,
    type: 'function' as const,
    function: { name: 'bash', arguments: JSON.stringify({ command }) },
  }));
  return ok({ role: 'assistant', content: said, tool_calls, extra });
};
