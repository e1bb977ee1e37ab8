import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { AssistantDesk } from '../../app/assistant/assistantDesk';
import { say } from '../say';
import { mcpServer } from './mcpServer';

/** Speaks the protocol on stdin and stdout until the client goes. Everything else is said on stderr. */
export const serveMcp = async (desk: AssistantDesk): Promise<void> => {
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
  });
  const handle = serveStdio(() => mcpServer(desk), { onerror: ({ message }) => say(`mcp: ${message}`) });
  await ended;
  await handle.close();
};
