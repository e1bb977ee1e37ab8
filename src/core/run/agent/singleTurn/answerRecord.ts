import { isFields, numberAt, textAt } from '../../trajectory/fields';
import type { Answer } from './answer';
import { failedEditWords } from './applyEdits';
import type { Extractor } from './extraction';
import type { SingleTurnPrompt } from './promptParts';

/** How an answer was taken out of a reply, as it is kept with the prediction and in the trajectory. JSON. */
export interface ExtractionRecord {
  readonly extractor: string;
  readonly version: number;
  readonly status: 'extracted' | 'failed';
  /** By which rule; absent where it failed. */
  readonly rule?: string;
  /** Why it failed, for programs; absent where it did not. */
  readonly fault?: string;
  /** One sentence of what went wrong; absent where nothing did. */
  readonly say?: string;
  readonly notes?: readonly string[];
  readonly spans?: readonly (readonly [number, number])[];
  readonly failedEdits?: readonly unknown[];
  /** What Python would refuse before it ran anything. */
  readonly indentation?: { readonly line: number; readonly say: string };
}

const ifAny = <T>(name: string, list: readonly T[]): Readonly<Record<string, readonly T[]>> =>
  list.length === 0 ? {} : { [name]: list };

export const extractionRecord = ({ name, version }: Extractor, answer: Answer): ExtractionRecord => {
  const { extraction, failedEdits, indentation } = answer;
  const shared = { extractor: name, version, ...ifAny('failedEdits', failedEdits) };
  if (extraction.kind === 'failed')
    return { ...shared, status: 'failed', fault: extraction.fault, say: extraction.say };
  return {
    ...shared,
    status: 'extracted',
    rule: extraction.rule,
    spans: extraction.spans.map(({ start, end }) => [start, end] as const),
    ...ifAny('notes', extraction.notes),
    ...(failedEdits.length > 0 ? { say: failedEdits.map(failedEditWords).join('. ') } : {}),
    ...(indentation === null ? {} : { indentation }),
  };
};

/** Whether a prediction's row says that nothing could be taken out of the reply; why, for people. Null: it says no such thing. */
export const extractionFailure = (row: unknown): { readonly fault: string; readonly say: string } | null => {
  const record = isFields(row) ? row['extraction'] : null;
  if (!isFields(record) || textAt(record, 'status') !== 'failed') return null;
  return { fault: textAt(record, 'fault') ?? 'unknown', say: textAt(record, 'say') ?? 'Nothing could be extracted.' };
};

/** Where Python would refuse a prediction's code for its indentation; null: nowhere, or not known. */
export const extractedIndentation = (row: unknown): { readonly line: number; readonly say: string } | null => {
  const line = numberAt(row, 'extraction', 'indentation', 'line');
  const say = textAt(row, 'extraction', 'indentation', 'say');
  return line === null || say === null ? null : { line, say };
};

/** Further fields of the prediction's row: reply, extraction, prompt, and the answer itself. */
export const answerRow = (
  instanceId: string,
  reply: string,
  record: ExtractionRecord,
  answer: Answer,
  { contents }: SingleTurnPrompt,
): Readonly<Record<string, unknown>> => {
  const { code, patch, repaired } = answer;
  const shared = { full_output: reply, extraction: record, prompt: contents };
  if (code !== null) return { task_id: instanceId, [code.whole ? 'solution' : 'completion']: code.text, ...shared };
  return { model_patch: patch, ...shared, ...(repaired === null ? {} : { repaired_patch: repaired }) };
};
