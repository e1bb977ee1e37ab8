import { gradeOfRuling } from '../core/evaluation/grade/gradeOfRuling';
import type { GradedInstance } from '../core/evaluation/gradedInstance';
import type { RuleSetName } from '../core/evaluation/report';
import { decideResult, type ResultKind } from '../core/evaluation/rules/resultFiles';
import type { FilePort } from '../core/shared/files';
import { InputFault } from '../core/shared/problem';
import type { FoundResults } from './gradeFolderFound';
import type { GradedLog } from './gradeLogFile';

/** Results files are small; a printed report may stand in a log of the harness. */
const largest = 100_000_000;

/** A results file that is a link could show any file of the machine; a folder above it may be one. */
export const isLink = async (files: FilePort, path: string): Promise<boolean> => {
  const at = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  const [real, folder] = [await files.realPath(path), await files.realPath(path.slice(0, at))];
  return real === null || folder === null || real.slice(folder.length + 1) !== path.slice(at + 1);
};

const textAt = async (files: FilePort, path: string): Promise<string | null> => {
  const found = await files.stat(path);
  if (found?.kind !== 'file') return null;
  if (await isLink(files, path)) throw new InputFault(`${path}: a link, which is not followed.`);
  if (found.bytes > largest) throw new InputFault(`${path}: ${found.bytes} bytes are too many for a results file.`);
  return new TextDecoder('utf-8', { ignoreBOM: false }).decode(await files.readBytes(path));
};

/** Grades an instance by files of results that are no log. Throws InputFault where one is too large, never for bad text. */
export const gradeResults = async (
  files: FilePort,
  instance: GradedInstance,
  { kind, paths }: FoundResults,
  rules: RuleSetName,
): Promise<GradedLog> => {
  const texts = await Promise.all(paths.map((path) => textAt(files, path)));
  const at = paths[texts.findIndex((text) => text !== null)] ?? paths[0] ?? '';
  return { path: at, grade: gradeOfRuling(instance, rules, decideResult(kind, instance, texts)) };
};

const names: readonly (readonly [look: RegExp, kind: ResultKind])[] = [
  [/(?:^|_)output\.json$/, 'pro-output'],
  [/^status\.json$/, 'live-status'],
  [/^results\.json$/, 'terminal-bench-trial'],
  [/^reward\.(?:json|txt)$/, 'harbor-rewards'],
  [/^patch_coverage_result\.json$/, 'compass-coverage'],
  [/run_instance\.log$/, 'printed-report'],
];

/** The kind of results in one file that is named by itself; null: a log, or a kind that only the rule set can tell. */
const kindByName = (name: string, rules: RuleSetName): ResultKind | null => {
  const known = names.find(([look]) => look.test(name))?.[1] ?? null;
  if (known !== null || !name.endsWith('.json')) return known;
  if (rules === 'multi-swe-bench') return 'multi-swe-report';
  if (rules === 'compass') return name === 'result.json' ? 'compass-result' : 'compass-checklist';
  return name.endsWith('report.json') ? 'report' : null;
};

/** What a file is that a person names by itself; null where it is a log. */
export const resultsAt = (path: string, rules: RuleSetName): FoundResults | null => {
  const name = path.split(/[\\/]/).at(-1) ?? path;
  const kind = kindByName(name, rules);
  if (kind === null) return null;
  const beside = (other: string): string => path.slice(0, path.length - name.length) + other;
  if (kind !== 'harbor-rewards') return { kind, paths: [path] };
  return { kind, paths: [beside('reward.json'), beside('reward.txt'), beside('../result.json')] };
};
