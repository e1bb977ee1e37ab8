import { Server, type Tool } from '@modelcontextprotocol/server';
import type { AssistantDesk } from '../../app/assistant/assistantDesk';
import { assistantToolNamed, assistantTools } from '../../app/assistant/assistantTools';
import { EnvironmentFault, InputFault } from '../../core/shared/problem';
import { version } from '../../core/shared/version';

const instructions =
  'Reads a Touchstone study: instances of coding benchmarks, results of runs on them, trajectories, patches. Begin with find_instances. Nothing here writes or runs anything.';

const listed: readonly Tool[] = assistantTools.map(({ name, title, description, inputSchema }) => ({
  name,
  title,
  description,
  inputSchema: { ...inputSchema, type: 'object' as const },
  annotations: { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
}));

/** What the study lacks and what the input has wrong is an answer that the model can act on. */
const faultOf = (error: unknown): string => {
  if (error instanceof InputFault || error instanceof EnvironmentFault) return error.message;
  throw error;
};

/** A server of one connection over a study. Reached by `await import()`, for the package is heavy. */
export const mcpServer = (desk: AssistantDesk): Server => {
  const server = new Server({ name: 'touchstone', version }, { capabilities: { tools: {} }, instructions });
  server.setRequestHandler('tools/list', () => ({ tools: [...listed] }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    try {
      const text = await assistantToolNamed(params.name).call(desk, params.arguments ?? {}, mcpReq.signal);
      return { content: [{ type: 'text', text }] };
    } catch (error) {
      mcpReq.signal.throwIfAborted();
      return { isError: true, content: [{ type: 'text', text: faultOf(error) }] };
    }
  });
  return server;
};
