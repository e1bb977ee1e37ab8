import * as vscode from 'vscode';
import type { GradedEvaluation } from '../../protocol/gradedEvaluation';
import { languages, scheme } from '../platform/ids';
import type { Services } from '../platform/services';
import { runSettings } from '../platform/settings';
import { instanceRefOf, queryOf } from './uris';

/** The grade behind each open test output, asked for once; its signs stand in Problems while the document is open. */
export class OutputGrades implements vscode.Disposable {
  private readonly known = new Map<string, Promise<GradedEvaluation | null>>();
  private readonly problems = vscode.languages.createDiagnosticCollection('touchstone-environment');
  private readonly listening: vscode.Disposable;

  constructor(private readonly services: Services) {
    this.listening = vscode.Disposable.from(
      vscode.workspace.onDidOpenTextDocument((document) => void this.showSigns(document)),
      vscode.workspace.onDidCloseTextDocument((document) => this.forget(document)),
      services.study.onDidChange(() => this.known.clear()),
    );
    for (const document of vscode.workspace.textDocuments) void this.showSigns(document);
  }

  /** Null where the output is not ours or can't be graded (no such instance any more); the text is shown all the same. */
  of(document: vscode.TextDocument): Promise<GradedEvaluation | null> {
    const key = document.uri.toString();
    const known = this.known.get(key) ?? this.ask(document.uri);
    this.known.set(key, known);
    return known;
  }

  dispose(): void {
    this.listening.dispose();
    this.problems.dispose();
  }

  private async ask(uri: vscode.Uri): Promise<GradedEvaluation | null> {
    if (uri.scheme !== scheme) return null;
    try {
      const folder = queryOf(uri).get('folder');
      return await this.services.app.remote.gradeEvaluation({
        ...instanceRefOf(uri),
        folder,
        rules: runSettings().ruleSet,
      });
    } catch (error) {
      this.services.log.warn(`${uri.path} could not be graded: ${String(error)}`);
      return null;
    }
  }

  private forget(document: vscode.TextDocument): void {
    this.known.delete(document.uri.toString());
    this.problems.delete(document.uri);
  }

  private async showSigns(document: vscode.TextDocument): Promise<void> {
    if (document.uri.scheme !== scheme || document.languageId !== languages.testOutput) return;
    const grade = await this.of(document);
    const problems = (grade?.signs ?? []).map((sign) => {
      const line = Math.min(Math.max(sign.line - 1, 0), document.lineCount - 1);
      const problem = new vscode.Diagnostic(
        document.lineAt(line).range,
        `Environment sign (${sign.kind}): ${sign.text}. It never changes the score.`,
        vscode.DiagnosticSeverity.Warning,
      );
      problem.source = 'Touchstone';
      problem.code = 'environment';
      return problem;
    });
    this.problems.set(document.uri, problems);
  }
}
