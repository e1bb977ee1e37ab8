/** What one command gave, as mini-swe-agent 2.4.6 keeps it. */
export interface CommandResult {
  /** stdout and stderr in one, whole. */
  readonly output: string;
  /** -1: it was ended, or could not be run. */
  readonly returncode: number;
  /** '' where the command ended by itself. */
  readonly exceptionInfo: string;
  /** Name of the exception; null where there was none. */
  readonly exceptionType: string | null;
}

export interface Action {
  readonly command: string;
  readonly tool_call_id: string;
}

export interface ToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

/** The part of a chat completion that the loop reads; all of it is kept. */
export interface ChatResponse {
  readonly id: string;
  /** Unix seconds. */
  readonly created: number;
  readonly model: string;
  readonly object: 'chat.completion';
  readonly choices: readonly {
    readonly index: number;
    readonly finish_reason: string;
    readonly message: {
      readonly role: 'assistant';
      readonly content: string | null;
      readonly tool_calls: readonly ToolCall[] | null;
    };
  }[];
  readonly usage: {
    readonly prompt_tokens: number;
    readonly completion_tokens: number;
    readonly total_tokens: number;
    readonly prompt_tokens_details: { readonly cached_tokens: number };
  };
}

/** A message of a trajectory: the provider's own fields, and `extra`. */
export type MiniMessage = Readonly<Record<string, unknown>>;

const mostShown = 10_000;
const shownPart = 5_000;

/** The template that `info.config` names; `observationText` is what it renders to. */
export const observationTemplate = [
  '{% if output.exception_info -%}',
  '<exception>{{output.exception_info}}</exception>',
  '{% endif -%}',
  '<returncode>{{output.returncode}}</returncode>',
  '{% if output.output | length < 10000 -%}',
  '<output>',
  '{{ output.output -}}',
  '</output>',
  '{%- else -%}',
  '<warning>The output is too long and its middle was left out.</warning>',
  '<output_head>',
  '{{ output.output[:5000] }}',
  '</output_head>',
  '<elided_chars>{{ output.output | length - 10000 }}</elided_chars>',
  '<output_tail>',
  '{{ output.output[-5000:] }}',
  '</output_tail>',
  '{%- endif -%}',
  '',
].join('\n');

/** What the model is shown of a command's result: all of it, or from 10,000 characters on its two ends. */
export const observationText = ({ output, returncode, exceptionInfo }: CommandResult): string => {
  const head = `${exceptionInfo === '' ? '' : `<exception>${exceptionInfo}</exception>\n`}<returncode>${returncode}</returncode>\n`;
  if (output.length < mostShown) return `${head}<output>\n${output}</output>`;
  return [
    `${head}<warning>The output is too long and its middle was left out.</warning>`,
    '<output_head>',
    output.slice(0, shownPart),
    '</output_head>',
    `<elided_chars>${output.length - mostShown}</elided_chars>`,
    '<output_tail>',
    output.slice(-shownPart),
    '</output_tail>',
  ].join('\n');
};

const submitWord = 'COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT';

/** What a command hands in: all behind its first line, where that is the word and the command succeeded; else null. */
export const submissionOf = ({ output, returncode }: CommandResult): string | null => {
  if (returncode !== 0) return null;
  const text = output.trimStart();
  const end = text.indexOf('\n');
  const first = end < 0 ? text : text.slice(0, end);
  return first.trim() !== submitWord ? null : end < 0 ? '' : text.slice(end + 1);
};

/** The commands of a reply, or why it has none that could be run. */
export const actionsOf = (calls: readonly ToolCall[]): readonly Action[] | string => {
  if (calls.length === 0)
    return 'No tool calls found in the response. Every response MUST include at least one tool call.';
  const actions: Action[] = [];
  for (const call of calls) {
    const action = actionOf(call);
    if (typeof action === 'string') return action;
    actions.push(action);
  }
  return actions;
};

const actionOf = ({ id, function: { name, arguments: text } }: ToolCall): Action | string => {
  const faults: string[] = [];
  const command = commandIn(text, faults);
  if (name !== 'bash') faults.push(`Unknown tool '${name}'.`);
  if (command === null) faults.push("Missing 'command' argument in bash tool call.");
  return command === null || faults.length > 0 ? faults.join('') : { command, tool_call_id: id };
};

const commandIn = (text: string, faults: string[]): string | null => {
  try {
    const value: unknown = JSON.parse(text);
    const command = typeof value === 'object' && value !== null ? Reflect.get(value, 'command') : null;
    return typeof command === 'string' ? command : null;
  } catch {
    faults.push('Error parsing tool call arguments: they are no JSON.');
    return null;
  }
};

export const formatErrorTemplate = [
  'Tool call error:',
  '',
  '<error>',
  '{{error}}',
  '</error>',
  '',
  'Every reply calls the tool bash at least once, with arguments of the form {"command": "..."}.',
].join('\n');

export const formatErrorText = (error: string): string => formatErrorTemplate.replace('{{error}}', () => error);
