import * as vscode from 'vscode';
import type { ChatMessage, ChatRequest, ChatResponse, ChatToolCall } from '../../core/run/model/chat';
import { isFields } from '../../core/run/trajectory/fields';
import type { ModelRunsHost } from '../../protocol/modelRuns';

type EditorModelsHost = Pick<ModelRunsHost, 'editorModels' | 'askEditorModel' | 'cancelEditorModel'>;

const textOf = (content: unknown): string => {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part: unknown) => (isFields(part) ? String(part['text'] ?? '') : '')).join('');
};

/** Arguments as an object, which is all that the editor's models take; what is none stands whole under `arguments`. */
const inputOf = (text: string): object => {
  try {
    const value: unknown = JSON.parse(text);
    if (isFields(value)) return value;
  } catch {
    // Kept below as it was written.
  }
  return { arguments: text };
};

/** A message in the editor's words. Its models know no system role: what is said there goes first as the user's. */
const messageOf = (message: ChatMessage): vscode.LanguageModelChatMessage => {
  const text = textOf(message.content);
  if (message.role === 'tool') {
    const part = new vscode.LanguageModelToolResultPart(message.tool_call_id ?? '', [
      new vscode.LanguageModelTextPart(text),
    ]);
    return vscode.LanguageModelChatMessage.User([part]);
  }
  if (message.role !== 'assistant') return vscode.LanguageModelChatMessage.User(text);
  const calls = (message.tool_calls ?? []).map(
    ({ id, function: { name, arguments: args } }) => new vscode.LanguageModelToolCallPart(id, name, inputOf(args)),
  );
  const said = text === '' && calls.length > 0 ? [] : [new vscode.LanguageModelTextPart(text)];
  return vscode.LanguageModelChatMessage.Assistant([...said, ...calls]);
};

/** The reply in the words of chat completions. Tokens are not counted by the editor, so there is no usage. */
const responseOf = async (model: string, reply: vscode.LanguageModelChatResponse): Promise<ChatResponse> => {
  let content = '';
  const calls: ChatToolCall[] = [];
  for await (const part of reply.stream) {
    if (part instanceof vscode.LanguageModelTextPart) content += part.value;
    if (part instanceof vscode.LanguageModelToolCallPart)
      calls.push({
        id: part.callId,
        type: 'function',
        function: { name: part.name, arguments: JSON.stringify(part.input) },
      });
  }
  const message = {
    role: 'assistant' as const,
    content: content === '' && calls.length > 0 ? null : content,
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
  return {
    id: `vscode-${Date.now()}`,
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1000),
    model,
    choices: [{ index: 0, finish_reason: calls.length > 0 ? 'tool_calls' : 'stop', message }],
  };
};

const find = async (id: string): Promise<vscode.LanguageModelChat> => {
  const [model] = await vscode.lm.selectChatModels({ id });
  if (!model) throw new Error(`VS Code has no model ${id} any more. Choose another one.`);
  return model;
};

const ask = async (request: ChatRequest, token: vscode.CancellationToken): Promise<ChatResponse> => {
  const model = await find(request.model);
  const tools = request.tools.map(({ function: { name, description, parameters } }) => ({
    name,
    description,
    inputSchema: parameters,
  }));
  const justification = 'A run that you started in Touchstone asks this model.';
  const options = { justification, modelOptions: { ...request.params }, ...(tools.length > 0 ? { tools } : {}) };
  const reply = await model.sendRequest(request.messages.map(messageOf), options, token);
  return responseOf(model.id, reply);
};

/** Models of the editor itself, for runs that a person starts; VS Code asks for their consent. */
export const editorModelsHost = (): EditorModelsHost => {
  const calls = new Map<string, vscode.CancellationTokenSource>();
  return {
    editorModels: async () => {
      const models = await vscode.lm.selectChatModels();
      return models.map(({ id, vendor, family, name, maxInputTokens }) => ({
        id,
        vendor,
        family,
        name,
        maxInputTokens,
      }));
    },
    askEditorModel: async ({ call, request }) => {
      const source = new vscode.CancellationTokenSource();
      calls.set(call, source);
      try {
        return JSON.stringify(await ask(JSON.parse(request) as ChatRequest, source.token));
      } finally {
        calls.delete(call);
        source.dispose();
      }
    },
    cancelEditorModel: async ({ call }) => calls.get(call)?.cancel(),
  };
};
