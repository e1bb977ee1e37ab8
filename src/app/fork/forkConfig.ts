import { oldActionRegex, usualActionRegex } from '../../core/run/agent/loop/actionRegex';
import type { LoopConfig } from '../../core/run/agent/loop/loopConfig';
import type { ChatMessage } from '../../core/run/model/chat';
import type { ToldMode } from '../../core/run/trajectory/fork/toldMessages';

const textFormatError = `{{error}}

Every reply holds exactly one command, in a block of this form:

\`\`\`mswea_bash_command
the command
\`\`\``;

const usesNewBlocks = (messages: readonly ChatMessage[]): boolean =>
  messages.some(({ content }) => typeof content === 'string' && content.includes('```mswea_bash_command'));

/** The loop by which a conversation goes on: as its replies were made, by tool calls or by blocks in the text. */
export const forkConfig = (config: LoopConfig, mode: ToldMode, messages: readonly ChatMessage[]): LoopConfig => {
  if (config.mode === mode || mode === 'tool') return { ...config, mode };
  const actionRegex = usesNewBlocks(messages) ? usualActionRegex : oldActionRegex;
  return { ...config, mode, actionRegex, formatErrorTemplate: textFormatError };
};

/** How the blocks of commands are marked in a run without tools. */
export const blockMark = ({ actionRegex }: LoopConfig): string =>
  actionRegex === oldActionRegex ? 'bash' : 'mswea_bash_command';
