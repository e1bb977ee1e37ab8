import type { ChatMessage } from '../../model/chat';
import type { ForkParent } from '../../record/runRecord';
import type { AttemptLimits } from '../attempt';

/** How a loop talks and what it may: what mini-swe-agent 2.4.6 keeps in its configuration files. */
export interface LoopConfig {
  /** As runs name it. */
  readonly id: string;
  /** For people: one line. */
  readonly title: string;
  /** `tool`: calls of a tool `bash`; `text`: one block in the reply, found by `actionRegex`. */
  readonly mode: 'tool' | 'text';
  /** Templates in Jinja. Their variables: `task`, the settings by the original's names, `system`, `release`... */
  readonly systemTemplate: string;
  readonly instanceTemplate: string;
  /** What the model is shown of a command's result; variable `output` { output, returncode, exception_info }. */
  readonly observationTemplate: string;
  /** What it is told of a reply without a command; variables `error`, `actions`, `has_tool_calls`, `finish_reason`. */
  readonly formatErrorTemplate: string;
  /** Of text mode, in Python's notation; one group, which is the command. */
  readonly actionRegex: string;
  readonly limits: AttemptLimits;
  /** Of one command, in seconds. */
  readonly commandSeconds: number;
  /** Environment of every command. */
  readonly env: Readonly<Record<string, string>>;
  /** What stands before a command's text: `['bash', '-c']`. */
  readonly interpreter: readonly string[];
  /** Further fields of each request. */
  readonly params: Readonly<Record<string, unknown>>;
}

/** Where a loop begins that goes on from another run's step. */
export interface LoopStart {
  /**
   * With their `extra`, as the parent's trajectory has them. Where the last is a reply, its commands are run first:
   * that is how an edited reply goes on.
   */
  readonly messages: readonly ChatMessage[];
  /** Calls that these took; they count for the limits. */
  readonly calls: number;
  /** Dollars that these cost; null: unknown. */
  readonly costUsd: number | null;
  /** For `info.touchstone.parent`; left out: none is named. */
  readonly parent?: Pick<ForkParent, 'file' | 'step'> & Partial<ForkParent>;
}
