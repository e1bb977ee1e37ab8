import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** One scripted reply: words and a command, or a call that the loop will refuse. */
export interface ScriptedReply {
  readonly thought: string;
  /** Null: `call` says what is called, or nothing is. */
  readonly command: string | null;
  /** A call that isn't in order: name of the tool and arguments as they are sent. */
  readonly call: { readonly tool: string; readonly arguments: string } | null;
  /** What a person says before it; null: nothing. */
  readonly hint: string | null;
  /** What the command takes by the scripted clock. */
  readonly seconds: number;
  /** The command is a sub-agent of these replies, which work in the same container; null: a command. */
  readonly subAgent: {
    readonly task: string;
    readonly answer: string;
    readonly replies: readonly ScriptedReply[];
  } | null;
}

/** One scripted run, as a file in `replies/` says it. */
export interface Script {
  /** Left out: `mini-swe-agent-1.1`. */
  readonly form?: 'atif';
  /** Folder below `runs`. */
  readonly run: string;
  readonly pullRequest: number;
  /** Run whose prediction it comes to, where that isn't `run`. */
  readonly prediction?: string;
  readonly model: string;
  /** Name of the file that is written, without `.traj.json`; left out: the instance's id. */
  readonly file: string | null;
  /** ISO 8601, when the scripted clock starts. */
  readonly startedAt: string;
  /** Calls of the model that the run may make. */
  readonly steps: number;
  /** Seconds that a command may take. */
  readonly timeout: number;
  /** The run that this one branches off, for `info.touchstone.parent`; null: none. */
  readonly parent: { readonly file: string; readonly step: number } | null;
  readonly replies: readonly ScriptedReply[];
}

const withPatch = (command: string, patch: string): string =>
  command
    .replace(/\{\{patch(?: ([\w./]+))?\}\}/g, (_, file?: string) => partOf(patch, file).replace(/\n$/, ''))
    .replace(/\{\{new ([\w./]+)\}\}/g, (_, file: string) => addedLines(partOf(patch, file)));

const addedLines = (part: string): string =>
  part
    .split('\n')
    .filter((line) => line.startsWith('+') && !line.startsWith('+++'))
    .map((line) => line.slice(1))
    .join('\n');

const partOf = (patch: string, file: string | undefined): string => {
  const parts = patch.split(/^(?=diff --git )/m);
  const found = file === undefined ? patch : parts.find((part) => part.startsWith(`diff --git a/${file} `));
  if (found === undefined) throw new Error(`The patch has no part of ${file}.`);
  return found;
};

const reply = (value: Partial<ScriptedReply>, patch: string): ScriptedReply => ({
  thought: value.thought ?? '',
  command: value.command === undefined || value.command === null ? null : withPatch(value.command, patch),
  call: value.call ?? null,
  hint: value.hint ?? null,
  seconds: value.seconds ?? 0.3,
  subAgent: value.subAgent
    ? { ...value.subAgent, replies: value.subAgent.replies.map((one) => reply(one, patch)) }
    : null,
});

/**
 * Reads one of our own files, which are taken as they should be. In its commands `{{patch}}` is the prediction that was
 * written for the run, `{{patch FILE}}` its part of one file, `{{new FILE}}` the
 * text of a file that it adds.
 */
export const readScript = (path: string, predictions: string): Script => {
  const value = parse(readFileSync(path, 'utf8')) as Script;
  const patch = readFileSync(join(predictions, value.prediction ?? value.run, `${value.pullRequest}.diff`), 'utf8');
  return {
    ...value,
    file: value.file ?? null,
    steps: value.steps ?? 50,
    timeout: value.timeout ?? 60,
    parent: value.parent ?? null,
    replies: value.replies.map((one) => reply(one, patch)),
  };
};
