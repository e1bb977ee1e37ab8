import { inspectEval } from '../../src/core/run/trajectory/formats/inspectEval';
import { type ReadTrajectory, readRecords, recordsOf } from './readTrajectory';

type Value = Readonly<Record<string, unknown>>;

/** What a sample holds, before it is written in one of Inspect's layouts. */
export interface MadeSample {
  readonly fields?: Value;
  readonly events?: readonly unknown[];
  readonly messages?: readonly unknown[];
  readonly pool?: readonly unknown[];
  readonly attachments?: Readonly<Record<string, string>>;
}

export const header: Value = {
  version: 2,
  status: 'success',
  eval: { task: 'widgets', run_id: 'run-1', model: 'acme/one', created: '2026-01-02T03:04:05+00:00' },
  plan: { steps: [{ solver: 'react' }] },
};

const fieldsOf = (made: MadeSample): Value => ({ id: 'widget-7', epoch: 1, scores: {}, ...made.fields });

/** The entries of an `.eval` archive with this sample as one document. */
export const plainLog = (made: MadeSample, head: Value = header): ReadonlyMap<string, unknown> => {
  const { events = [], messages = [], pool, attachments = {} } = made;
  const sample = {
    ...fieldsOf(made),
    messages,
    events,
    attachments,
    ...(pool ? { events_data: { messages: pool } } : {}),
  };
  return new Map<string, unknown>([
    ['header.json', head],
    ['samples/widget-7_epoch_1.json', sample],
  ]);
};

const chunks = (folder: string, list: readonly unknown[], size = 2): readonly (readonly [string, unknown])[] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, i) => [
    `${folder}/${i * size}.json`,
    list.slice(i * size, (i + 1) * size),
  ]);

/** The same in chunks, its attachments named by their index. */
export const chunkedLog = (made: MadeSample, head: Value = header): ReadonlyMap<string, unknown> => {
  const keys = Object.keys(made.attachments ?? {});
  const renamed = (list: readonly unknown[] = []): readonly unknown[] =>
    JSON.parse(
      keys.reduce(
        (text, key, i) => text.replaceAll(`attachment://${key}"`, `attachment://${i}"`),
        JSON.stringify(list),
      ),
    ) as readonly unknown[];
  const folder = 'samples/widget-7_epoch_1';
  return new Map<string, unknown>([
    ['header.json', head],
    [`${folder}/sample.json`, fieldsOf(made)],
    ...chunks(`${folder}/attachments`, Object.values(made.attachments ?? {})),
    ...chunks(`${folder}/events`, renamed(made.events)),
    ...chunks(`${folder}/messages`, renamed(made.pool)),
  ]);
};

/** What is read of the first sample of these entries. */
export const readLog = (entries: ReadonlyMap<string, unknown>): ReadTrajectory => {
  const folder = inspectEval.folder?.([...entries.keys()]);
  const records = folder?.trajectories[0]?.parts.flatMap(({ path, cut }) => recordsOf(entries.get(path), cut, path));
  return readRecords(inspectEval, records ?? []);
};

export const at = (second: number): string => `2026-01-02T03:04:${String(second).padStart(2, '0')}+00:00`;

export const call = (id: string, name: string, args: unknown): Value => ({ id, function: name, arguments: args });

export const modelEvent = (message: Value, more: Value = {}): Value => ({
  event: 'model',
  span_id: 'solver',
  timestamp: at(1),
  completed: at(3),
  input: [],
  output: { choices: [{ message: { role: 'assistant', ...message }, stop_reason: 'stop' }], usage: usage(10, 5, 0) },
  ...more,
});

export const usage = (input: number, output: number, cached: number): Value => ({
  input_tokens: input,
  output_tokens: output,
  total_tokens: input + output + cached,
  input_tokens_cache_read: cached,
});

export const toolEvent = (id: string, name: string, args: unknown, more: Value = {}): Value => ({
  event: 'tool',
  type: 'function',
  id,
  function: name,
  arguments: args,
  span_id: 'solver',
  timestamp: at(4),
  completed: at(6),
  ...more,
});

export const span = (id: string, type: string, parent: string | null, name = type): Value => ({
  event: 'span_begin',
  id,
  type,
  name,
  parent_id: parent,
});
