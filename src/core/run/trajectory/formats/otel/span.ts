import { fieldsAt, isFields, listAt, numberAt, textAt, timeAt, valueAt } from '../../fields';
import type { Usage } from '../../step';
import type { RawRecord } from '../../trajectoryFormat';

/** Values of attributes nest; deeper than this they are left to the raw bytes. */
const deepest = 24;

const whole = (value: unknown): unknown => {
  const count = typeof value === 'string' && /^-?\d{1,19}$/.test(value) ? Number(value) : value;
  return typeof count === 'number' && Number.isFinite(count) ? count : null;
};

/** An attribute's value out of OTLP's wrapping: `{"stringValue": "x"}` is `x`. */
const anyValue = (value: unknown, depth = 0): unknown => {
  if (!isFields(value) || depth > deepest) return null;
  for (const key of ['stringValue', 'boolValue', 'doubleValue', 'bytesValue'])
    if (Object.hasOwn(value, key)) return value[key];
  if (Object.hasOwn(value, 'intValue')) return whole(value['intValue']);
  if (Object.hasOwn(value, 'arrayValue')) {
    return listAt(value, 'arrayValue', 'values').map((item) => anyValue(item, depth + 1));
  }
  const members = listAt(value, 'kvlistValue', 'values');
  return Object.fromEntries(
    members.map((item) => [textAt(item, 'key') ?? '', anyValue(valueAt(item, 'value'), depth + 1)]),
  );
};

export type Attributes = ReadonlyMap<string, unknown>;

/** Attributes of a span, an event or a resource by their names. */
export const attributesOf = (of: unknown): Attributes =>
  new Map(listAt(of, 'attributes').map((item) => [textAt(item, 'key') ?? '', anyValue(valueAt(item, 'value'))]));

export const firstText = (attributes: Attributes, ...keys: readonly string[]): string | null =>
  keys.map((key) => textAt(attributes.get(key))).find((text) => text !== null && text !== '') ?? null;

const firstNumber = (attributes: Attributes, ...keys: readonly string[]): number | null =>
  keys.map((key) => numberAt(attributes.get(key))).find((count) => count !== null) ?? null;

const modelOperations = new Set([
  'chat',
  'generate_content',
  'text_completion',
  'completion',
  'embeddings',
  'responses',
]);

export type SpanKind = 'model' | 'tool' | 'agent' | 'other';

/** What a span stands for, by `gen_ai.operation.name` of the semantic conventions, or by what else names it. */
export const spanKind = (attributes: Attributes): SpanKind => {
  const operation = firstText(attributes, 'gen_ai.operation.name', 'llm.request.type') ?? '';
  if (operation === 'execute_tool' || attributes.has('gen_ai.tool.name')) return 'tool';
  if (operation === 'invoke_agent' || operation === 'create_agent' || operation === 'invoke_workflow') return 'agent';
  if (modelOperations.has(operation) || attributes.has('gen_ai.request.model')) return 'model';
  return 'other';
};

/** `input_tokens` includes cached ones; older instrumentations call them prompt and completion tokens. */
export const usageOfSpan = (attributes: Attributes): Usage | null => {
  const at = (...names: readonly string[]) => firstNumber(attributes, ...names.map((name) => `gen_ai.usage.${name}`));
  const usage: Usage = {
    prompt: at('input_tokens', 'prompt_tokens'),
    cached: at('cache_read.input_tokens', 'cache_read_input_tokens', 'cached_tokens'),
    cacheWrite: at('cache_creation.input_tokens', 'cache_creation_input_tokens'),
    completion: at('output_tokens', 'completion_tokens'),
    reasoning: at('reasoning.output_tokens', 'reasoning_tokens'),
  };
  return Object.values(usage).every((count) => count === null) ? null : usage;
};

export const costOfSpan = (attributes: Attributes): number | null =>
  firstNumber(attributes, 'gen_ai.usage.cost', 'gen_ai.cost.total', 'llm.usage.cost');

export const spanTimes = (span: unknown): { readonly from: number | null; readonly to: number | null } => ({
  from: timeAt(span, 'startTimeUnixNano'),
  to: timeAt(span, 'endTimeUnixNano'),
});

/** Milliseconds that a span took, to the nanosecond where both ends have them; null where time went backwards. */
export const spanMs = (span: unknown): number | null => {
  const { from, to } = spanTimes(span);
  return from === null || to === null || to < from ? null : to - from;
};

/** Why a span failed; null where it did not. */
export const spanError = (span: unknown, attributes: Attributes): string | null => {
  const code = valueAt(span, 'status', 'code');
  const failed = code === 2 || code === 'STATUS_CODE_ERROR';
  const type = firstText(attributes, 'error.type');
  if (!failed && type === null) return null;
  return textAt(span, 'status', 'message') ?? type ?? 'error';
};

export interface SpanRecord extends RawRecord {
  /** Of the resource that the span is of. */
  readonly resource: Attributes;
}

const spansOfResource = (record: RawRecord, of: unknown, at: readonly (string | number)[]): readonly SpanRecord[] => {
  const resource = attributesOf(fieldsAt(of, 'resource'));
  return ['scopeSpans', 'instrumentationLibrarySpans'].flatMap((scopes) =>
    listAt(of, scopes).flatMap((scope, i) =>
      listAt(scope, 'spans').map((value, j) => ({
        ref: { ...record.ref, at: [...record.ref.at, ...at, scopes, i, 'spans', j] },
        place: 'span',
        value,
        broken: null,
        resource,
      })),
    ),
  );
};

/** The spans of a record: of a whole export, or of one of its resources. Each is a record of its own. */
export const spansOf = (record: RawRecord): readonly SpanRecord[] => {
  if (record.place === 'resourceSpans') return spansOfResource(record, record.value, []);
  return listAt(record.value, 'resourceSpans').flatMap((of, i) => spansOfResource(record, of, ['resourceSpans', i]));
};
