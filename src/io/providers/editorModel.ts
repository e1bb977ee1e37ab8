import { randomUUID } from 'node:crypto';
import { readChatReply } from '../../core/run/model/chatReply';
import { ModelFault, type ModelProvider } from '../../core/run/model/modelProvider';
import { withDeadline } from './deadline';

/** The editor's side of its own models, as `ModelRunsHost` offers it. */
export interface EditorModelPort {
  /** `request` is a `ChatRequest` and the answer a `ChatResponse`, both JSON. Rejects with a text for people. */
  ask(call: string, request: string): Promise<string>;
  cancel(call: string): Promise<void>;
}

const where = "The editor's model";

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new ModelFault('bad-reply', `${where} gave an answer that is no JSON.`);
  }
};

/** What the editor says of its models' faults is words only; those that asking again can't mend are told by them. */
const faultOf = (error: unknown): ModelFault => {
  if (error instanceof ModelFault) return error;
  const text = error instanceof Error ? error.message : String(error);
  if (/consent|permission|NoPermissions/i.test(text))
    return new ModelFault('auth', `${where} may not be used: ${text}`);
  if (/not found|NotFound|no such model/i.test(text)) return new ModelFault('not-found', `${where}: ${text}`);
  if (/blocked|refused/i.test(text)) return new ModelFault('refused', `${where}: ${text}`);
  if (/token limit|context|too long/i.test(text)) return new ModelFault('context', `${where}: ${text}`);
  if (/quota|rate limit/i.test(text)) return new ModelFault('rate-limit', `${where}: ${text}`);
  return new ModelFault('server', `${where} failed: ${text}`);
};

/** A model of the editor (`vscode.lm`) behind the port. It counts no tokens, so usage and cost are unknown. */
export const editorModel = (port: EditorModelPort): ModelProvider => ({
  complete: (request, options) =>
    withDeadline(options, where, async (signal) => {
      const call = randomUUID();
      const cancel = (): void => void port.cancel(call).catch(() => undefined);
      signal.addEventListener('abort', cancel, { once: true });
      try {
        const reply = readChatReply(parsed(await port.ask(call, JSON.stringify(request))), where);
        const text = reply.response.choices[0]?.message.content;
        if (text) options.onDelta?.(text);
        return reply;
      } catch (error) {
        throw faultOf(error);
      } finally {
        signal.removeEventListener('abort', cancel);
      }
    }),
});
