import { listBy } from './listRow';
import type { Fields, ListFields, RowFormat } from './rowFormat';
import { rowLabels } from './rowLabels';
import { type InstanceParts, type RowReader, readWith } from './rowReader';

/** Where a benchmark of single functions or programs has what we show; it has no repository and no patch. */
export interface CodeBenchmark {
  readonly benchmark: string;
  readonly id: string;
  /** The prompt: the first of these fields that is there. The others stay in `extra`. */
  readonly prompt: readonly string[];
  /** Whether the prompt is source text. */
  readonly promptIs?: 'code';
  readonly labels?: ListFields['labels'];
  matches(row: Fields): boolean;
  /** What differs from the plain reading. */
  parts?(reader: RowReader): Partial<InstanceParts>;
}

const partsOf = (code: CodeBenchmark, reader: RowReader): InstanceParts => {
  const prompt = code.prompt.find((field) => typeof reader.row[field] === 'string') ?? code.prompt[0] ?? '';
  return {
    id: reader.numberedId(code.id),
    statement: reader.text(prompt),
    labels: rowLabels(reader, code.labels ?? {}),
    ...code.parts?.(reader),
  };
};

/** A format of rows that are a prompt with tests: prompt as the statement, everything else in `extra` as it stands. */
export const codeBenchmark = (code: CodeBenchmark): RowFormat => {
  const listFields: ListFields = {
    id: [code.id],
    repo: [],
    statement: code.prompt,
    patch: null,
    testPatch: null,
    labels: code.labels ?? {},
  };
  return {
    benchmark: code.benchmark,
    name: code.benchmark,
    listFields,
    ...(code.promptIs ? { statementIs: code.promptIs } : {}),
    list: listBy(listFields),
    matches: code.matches,
    read: (row, context) => readWith(row, context, [], (reader) => partsOf(code, reader)),
  };
};
