import type { Api } from './rpc';

/** Questions of language models about the study. They read; nothing is written or run. */
export interface AssistantApi extends Api {
  /** What a call would read and hand to the model, in words for the person who is asked. */
  assistantReads(q: { readonly tool: string; readonly input: unknown }): Promise<string>;
  /** The answer of a tool of `app/assistant`. `input` comes from a model and is read by the tool's schema. */
  askAssistantTool(q: {
    readonly task: string;
    readonly tool: string;
    readonly input: unknown;
    readonly studyFolder: string;
  }): Promise<string>;
}
