import { parseLogStream } from '../../core/evaluation/grade/parserAlone';
import type { GradedInstance } from '../../core/evaluation/gradedInstance';
import { parserFor } from '../../core/evaluation/logs/registry';
import type { RuleSetName } from '../../core/evaluation/ruleSetName';
import { withRowParser } from '../../core/evaluation/rules/rowParser';
import type { FilePort } from '../../core/shared/files';
import { joinPath } from '../../core/study/studyPath';
import type { LoggedTest, TestDifference } from './equivalence';

/** Results by test, in the order of the log. */
export type LoggedTests = ReadonlyMap<string, LoggedTest>;

const longestLine = 300;

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

/** All results in an evaluation's log, required or not; null where the folder has no log, or no parser reads it. */
export const loggedTests = async (
  files: FilePort,
  folder: string,
  instance: GradedInstance,
  rules: RuleSetName,
): Promise<LoggedTests | null> => {
  const path = joinPath(folder, 'test_output.txt');
  const parser = parserFor(withRowParser(instance, rules), rules);
  if (parser === null || (await files.stat(path))?.kind !== 'file') return null;
  const bytes = await files.readBytes(path);
  const parsed = await parseLogStream(parser, () => once(bytes));
  const textOf = (start: number, end: number): string =>
    new TextDecoder().decode(bytes.subarray(start, Math.min(end, start + longestLine)));
  return new Map(
    parsed.results.map(({ id, status, line, start, end }) => [id, { status, line, text: textOf(start, end) }]),
  );
};

/** Tests whose status differs, or that one log alone has: in gold's order, then those of the model's log alone. */
export const differingTests = (gold: LoggedTests, model: LoggedTests): readonly TestDifference[] => {
  const names = [...gold.keys(), ...[...model.keys()].filter((name) => !gold.has(name))];
  return names
    .map((name) => ({ name, gold: gold.get(name) ?? null, model: model.get(name) ?? null }))
    .filter((test) => test.gold?.status !== test.model?.status);
};
