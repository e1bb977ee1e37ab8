import * as vscode from 'vscode';
import { nearWords, repeatsByTest, repeatWords } from '../../core/evaluation/grade/testWords';
import { outcomeWords } from '../../core/evaluation/outcomeWords';
import type { RequiredTest } from '../../core/evaluation/report';
import { counted } from '../../core/shared/counted';
import type { GradedEvaluation } from '../../protocol/gradedEvaluation';
import { commands } from '../platform/ids';
import type { OutputGrades } from './outputGrades';
import { instanceRefOf } from './uris';

interface Mark {
  /** 0-based. */
  readonly line: number;
  readonly name: string;
  readonly passed: boolean;
  readonly required: RequiredTest | null;
}

/** Every line that decided a test, in order; one mark a line. */
const marksOf = (grade: GradedEvaluation): Mark[] => {
  const required = grade.tests.flatMap((test) =>
    test.line === null
      ? []
      : [{ line: test.line - 1, name: test.name, passed: test.success !== false, required: test }],
  );
  const others = grade.others.map(({ name, status, line }) => ({
    line: line - 1,
    name,
    passed: status === 'PASSED' || status === 'SKIPPED' || status === 'XFAIL',
    required: null,
  }));
  const byLine = new Map<number, Mark>();
  for (const mark of [...others, ...required]) byLine.set(mark.line, mark);
  return [...byLine.values()].sort((a, b) => a.line - b.line);
};

const failuresOf = (grade: GradedEvaluation | null): number[] => {
  if (!grade) return [];
  const failed = grade.tests.flatMap(({ success, line }) => (success === false && line !== null ? [line - 1] : []));
  return [...new Set([...failed, ...grade.signs.map(({ line }) => line - 1)])].sort((a, b) => a - b);
};

/** 0-based line of the next failed required test or sign after `line`, from the top again at the end; null for none. */
export const nextMark = (grade: GradedEvaluation | null, line: number): number | null => {
  const lines = failuresOf(grade);
  return lines.find((candidate) => candidate > line) ?? lines[0] ?? null;
};

/** 0-based line of the harness's start marker; -1 where there is none. */
export const startOfTests = (document: vscode.TextDocument): number => {
  for (let line = 0; line < document.lineCount; line += 1) {
    if (document.lineAt(line).text.includes('>>>>> Start Test Output')) return line;
  }
  return -1;
};

/** What stands before the tests (checkout, patch, installation), folded. */
const preamble = (document: vscode.TextDocument): vscode.FoldingRange[] => {
  const end = startOfTests(document) - 1;
  return end > 1 ? [new vscode.FoldingRange(0, end, vscode.FoldingRangeKind.Imports)] : [];
};

const headline = /^_{3,} .+ _{3,}$|^={4,} .+ ={4,}$/;

/** One fold for each test's lines up to the next test; those that passed start folded. */
export class TestOutputFolding implements vscode.FoldingRangeProvider {
  constructor(private readonly grades: OutputGrades) {}

  async provideFoldingRanges(document: vscode.TextDocument): Promise<vscode.FoldingRange[]> {
    const grade = await this.grades.of(document);
    const marks = grade ? marksOf(grade) : [];
    const starts = marks.length > 0 ? marks.map(({ line, passed }) => ({ line, passed })) : headlines(document);
    const sections = starts.flatMap(({ line, passed }, i) => {
      const end = endOf(document, line, starts[i + 1]?.line ?? document.lineCount);
      if (end <= line) return [];
      return [
        new vscode.FoldingRange(line, end, passed ? vscode.FoldingRangeKind.Imports : vscode.FoldingRangeKind.Region),
      ];
    });
    return [...preamble(document), ...sections];
  }
}

/** A test's lines end before the next test, and before the harness's own marker lines. */
const endOf = (document: vscode.TextDocument, start: number, limit: number): number => {
  let end = start;
  while (end + 1 < limit && !/>>>>> /.test(document.lineAt(end + 1).text)) end += 1;
  return end;
};

const headlines = (document: vscode.TextDocument): { line: number; passed: boolean }[] => {
  const found: { line: number; passed: boolean }[] = [];
  for (let line = 0; line < document.lineCount; line += 1) {
    if (headline.test(document.lineAt(line).text)) found.push({ line, passed: false });
  }
  return found;
};

/** Outline, breadcrumbs and sticky headers: the tests, in log order. */
export class TestOutputSymbols implements vscode.DocumentSymbolProvider {
  constructor(private readonly grades: OutputGrades) {}

  async provideDocumentSymbols(document: vscode.TextDocument): Promise<vscode.DocumentSymbol[]> {
    const grade = await this.grades.of(document);
    const marks = grade ? marksOf(grade) : [];
    return marks.map(({ line, name, required, passed }, i) => {
      const end = endOf(document, line, marks[i + 1]?.line ?? document.lineCount);
      const detail = `${passed ? 'passed' : 'failed'}${required ? `, ${required.required}` : ', not required'}`;
      const range = new vscode.Range(line, 0, end, document.lineAt(end).text.length);
      return new vscode.DocumentSymbol(
        name || 'unnamed',
        detail,
        vscode.SymbolKind.Method,
        range,
        document.lineAt(line).range,
      );
    });
  }
}

const share = (tests: readonly RequiredTest[], name: RequiredTest['required']): string => {
  const own = tests.filter(({ required }) => required === name);
  return `${own.filter(({ success }) => success === true).length} of ${own.length} ${name}`;
};

const plain = (line: number, title: string): vscode.CodeLens =>
  new vscode.CodeLens(new vscode.Range(line, 0, line, 0), { title, command: '' });

/** Above the log: what the rules made of it and what is missing; above each required test: list, result, how matched. */
export class TestOutputLenses implements vscode.CodeLensProvider {
  constructor(private readonly grades: OutputGrades) {}

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const grade = await this.grades.of(document);
    if (!grade) return [];
    const ref = instanceRefOf(document.uri);
    const repeats = repeatsByTest(grade.repeats);
    const show = (line: number) =>
      new vscode.CodeLens(new vscode.Range(line, 0, line, 0), {
        title: 'Go to test',
        command: commands.openInstance,
        arguments: [ref],
      });
    return [
      ...summary(grade),
      ...marksOf(grade).flatMap(({ line, required }) =>
        required && !isPlain(required, repeats) ? [plain(line, words(required, repeats)), show(line)] : [],
      ),
      ...grade.tests.flatMap(({ required, name, near }) =>
        near ? [plain(near.line - 1, `$(question)\u00a0${required} ${name} is absent; ${nearWords(near)}`)] : [],
      ),
    ];
  }
}

const how = { exact: 'matched exactly', prefix: 'matched by prefix', skipped: 'skipped', absent: 'absent' } as const;

type ByTest = ReturnType<typeof repeatsByTest>;

const repeated = ({ required, name }: RequiredTest, repeats: ByTest): string => {
  const own = repeats.get(`${required} ${name}`);
  return own ? `, ${repeatWords(own)}` : '';
};

const words = (test: RequiredTest, repeats: ByTest): string => {
  const { required, success, matched } = test;
  const result = success === null ? 'left out' : success ? 'passed' : 'failed';
  const icon = success === false ? '$(error)' : success ? '$(pass)' : '$(circle-slash)';
  return `${icon}\u00a0${required}: ${result}, ${how[matched]}${repeated(test, repeats)}`;
};

/** A test that had to stay and did needs no words of its own: its line says all. */
const isPlain = ({ name, required, success, matched }: RequiredTest, repeats: ByTest): boolean =>
  required === 'PASS_TO_PASS' &&
  success === true &&
  matched === 'exact' &&
  repeats.get(`${required} ${name}`)?.flaky !== true;

const summary = (grade: GradedEvaluation): vscode.CodeLens[] => {
  const absent = grade.tests.filter(({ matched }) => matched === 'absent');
  const flaky = grade.repeats?.tests.filter((test) => test.flaky).length ?? 0;
  const rules = grade.rule.startsWith('report.') ? 'as reported' : grade.rules;
  const parts = [
    `${outcomeWords(grade.outcome)} (${rules}): ${share(grade.tests, 'FAIL_TO_PASS')}, ${share(grade.tests, 'PASS_TO_PASS')}`,
    `$(law) ${grade.rule}: ${grade.reason}`,
    ...(flaky > 0 ? [`$(sync) ${counted(flaky, 'test')} flaky over ${grade.repeats?.counted} repeats`] : []),
    ...(absent.length > 0
      ? [
          `$(circle-slash) ${absent.length} absent: ${absent
            .slice(0, 3)
            .map(({ name }) => name)
            .join('; ')}`,
        ]
      : []),
    ...(grade.signs.length > 0 ? [`$(warning) ${grade.signs.length} environment signs, score unchanged`] : []),
  ];
  return parts.map((part) => plain(0, part));
};
