import * as vscode from 'vscode';
import { OutputGrades } from '../documents/outputGrades';
import {
  nextMark,
  startOfTests,
  TestOutputFolding,
  TestOutputLenses,
  TestOutputSymbols,
} from '../documents/testOutputProviders';
import { instanceRefOf, queryOf, testOutputUri } from '../documents/uris';
import { commands, languages, scheme } from '../platform/ids';
import { registerCommand, tell } from '../platform/messages';
import { pickPrediction } from '../platform/pickItem';
import type { Feature, Services } from '../platform/services';

/** Test output as a read-only document: folds, what each line decided, signs of the environment. */
export const testOutputFeature: Feature = (services) => {
  const grades = new OutputGrades(services);
  const selector = { scheme, language: languages.testOutput };
  return vscode.Disposable.from(
    grades,
    services.files.route('run_evaluation', (uri) => readOutput(services, uri)),
    vscode.languages.registerFoldingRangeProvider(selector, new TestOutputFolding(grades)),
    vscode.languages.registerCodeLensProvider(selector, new TestOutputLenses(grades)),
    vscode.languages.registerDocumentSymbolProvider(selector, new TestOutputSymbols(grades)),
    registerCommand(
      services.log,
      commands.openTestOutput,
      'The test output could not be opened',
      (argument, line, repeat) =>
        openTestOutput(services, grades, argument, { line: numberOf(line), repeat: numberOf(repeat) }),
    ),
    registerCommand(services.log, commands.nextSign, 'There is nothing to go to', () => goToNext(grades)),
  );
};

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** Which line of which repeat; null: where something is to be seen, and the first repeat that has a log. */
interface LogPlace {
  readonly line: number | null;
  readonly repeat: number | null;
}

/** At the line asked for, else at the first required test that failed, else where the tests begin. */
const openTestOutput = async (
  services: Services,
  grades: OutputGrades,
  argument: unknown,
  { line, repeat }: LogPlace,
): Promise<void> => {
  const item = await pickPrediction(services, argument, {
    accept: ({ evaluations }) => evaluations.some(({ hasLog }) => hasLog),
    otherwise: 'there is no test output; its tests were not run',
  });
  const evaluation = item?.run.evaluations.find((each) => each.hasLog && (repeat === null || each.repeat === repeat));
  if (!item || !evaluation) return;
  const uri = testOutputUri(item, evaluation.runId, evaluation.model, evaluation.folder);
  const editor = await vscode.window.showTextDocument(uri, { preview: true });
  const at = line === null ? await firstLine(grades, editor.document) : line - 1;
  const position = new vscode.Position(Math.min(at, editor.document.lineCount - 1), 0);
  editor.selection = new vscode.Selection(position, position);
  editor.revealRange(new vscode.Range(position, position), vscode.TextEditorRevealType.InCenter);
};

const firstLine = async (grades: OutputGrades, document: vscode.TextDocument): Promise<number> =>
  nextMark(await grades.of(document), -1) ?? Math.max(startOfTests(document), 0);

const readOutput = async ({ app }: Services, uri: vscode.Uri): Promise<Uint8Array> => {
  const folder = queryOf(uri).get('folder');
  try {
    return await app.remote.readOutput({ ...instanceRefOf(uri), folder });
  } catch (error) {
    throw vscode.FileSystemError.FileNotFound(error instanceof Error ? error.message : String(error));
  }
};

/** The next failed required test or environment sign below the cursor, around the end. */
const goToNext = async (grades: OutputGrades): Promise<void> => {
  const editor = vscode.window.activeTextEditor;
  if (!editor || editor.document.languageId !== languages.testOutput) return;
  const line = nextMark(await grades.of(editor.document), editor.selection.active.line);
  if (line === null) {
    void tell('No required test failed here and there is no environment sign.');
    return;
  }
  const position = new vscode.Position(line, 0);
  editor.selection = new vscode.Selection(position, position);
  editor.revealRange(new vscode.Range(position, position), vscode.TextEditorRevealType.InCenter);
};
