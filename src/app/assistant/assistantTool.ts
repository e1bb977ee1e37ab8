import * as z from 'zod/mini';
import { InputFault } from '../../core/shared/problem';
import type { AssistantDesk } from './assistantDesk';

/** One question that an assistant may ask of a study. Reads alone: it writes nothing and runs nothing. */
export interface AssistantTool {
  /** As the command line's server names it; the editor puts `touchstone_` before it. */
  readonly name: string;
  /** For people. */
  readonly title: string;
  /** For the model: what comes, and when to ask. */
  readonly description: string;
  /** JSON schema of the input, made of the schema that reads it. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** For people, before it is called: what is read and handed to the model. Input that can't be read is said so. */
  reads(input: unknown): string;
  /** Throws InputFault for input that can't be read, and for what the study doesn't have. */
  call(desk: AssistantDesk, input: unknown, signal: AbortSignal): Promise<string>;
}

interface ToolOf<T> extends Pick<AssistantTool, 'name' | 'title' | 'description'> {
  readonly schema: z.ZodMiniType<T>;
  readonly reads: (input: T) => string;
  readonly call: (desk: AssistantDesk, input: T, signal: AbortSignal) => Promise<string>;
}

/** In our own words: the package's are not there unless a language is loaded. */
const faultOf = (issue: z.core.$ZodIssue): string => {
  if (issue.code === 'invalid_type') return `a ${issue.expected} is expected`;
  if (issue.code === 'too_big') return `at most ${issue.maximum}`;
  if (issue.code === 'too_small') return `at least ${issue.minimum}`;
  if (issue.code === 'invalid_value') return `one of ${issue.values.map(String).join(', ')}`;
  return issue.code === 'unrecognized_keys' ? `no field ${issue.keys.slice(0, 5).join(', ')}` : issue.code;
};

const faultsOf = ({ issues }: z.core.$ZodError): string =>
  issues
    .slice(0, 5)
    .map((issue) => `${issue.path.map(String).join('.') || 'input'}: ${faultOf(issue)}`)
    .join('; ');

const inputSchemaOf = (schema: z.ZodMiniType): Readonly<Record<string, unknown>> => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
};

/** A tool over its schema, which is the only thing that says what input it takes. */
export const assistantTool = <T>({ schema, reads, call, ...words }: ToolOf<T>): AssistantTool => ({
  ...words,
  inputSchema: inputSchemaOf(schema),
  reads: (input) => {
    const read = z.safeParse(schema, input);
    return read.success ? reads(read.data) : `An input that is not understood: ${faultsOf(read.error)}`;
  },
  call: async (desk, input, signal) => {
    const read = z.safeParse(schema, input);
    if (!read.success) throw new InputFault(`${words.name}: the input can't be read. ${faultsOf(read.error)}`);
    return call(desk, read.data, signal);
  },
});
