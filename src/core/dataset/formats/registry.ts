import { bigCodeBench } from './bigCodeBench';
import { codeContests } from './codeContests';
import { cruxEval } from './cruxEval';
import { evalPlus } from './evalPlus';
import { humanEval } from './humanEval';
import { liveCodeBench } from './liveCodeBench';
import { mbpp } from './mbpp';
import { multiSweBench } from './multiSweBench';
import type { Fields, RowFormat } from './rowFormat';
import { sweBench } from './sweBench';
import { sweBenchLive } from './sweBenchLive';
import { sweBenchPro } from './sweBenchPro';
import { sweCompass } from './sweCompass';
import { sweGym } from './sweGym';
import { sweRebench } from './sweRebench';
import { sweSmith } from './sweSmith';

/** Every benchmark of rows, in the order in which a row is asked: those with fields of their own before SWE-bench. */
export const rowFormats: readonly RowFormat[] = [
  sweSmith,
  sweBenchPro,
  sweBenchLive,
  sweRebench,
  sweCompass,
  sweGym,
  multiSweBench,
  evalPlus,
  bigCodeBench,
  humanEval,
  mbpp,
  liveCodeBench,
  cruxEval,
  codeContests,
  sweBench,
];

/** The format of a row, by its fields; null where none knows it. */
export const formatOfRow = (row: Fields): RowFormat | null => rowFormats.find((format) => format.matches(row)) ?? null;

/** Whether a benchmark's statements are source text, to be shown as that. */
export const hasCodeStatements = (benchmark: string): boolean =>
  rowFormats.some((format) => format.benchmark === benchmark && format.statementIs === 'code');

/** The format whose name this is (`swebench-pro`), or of which it is a file (`swebench-pro-csv`). */
export const formatByName = (name: string): RowFormat | null =>
  rowFormats.find((format) => name === format.name || name.slice(0, name.lastIndexOf('-')) === format.name) ?? null;
