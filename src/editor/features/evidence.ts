import * as vscode from 'vscode';
import { EvidenceView } from '../panels/evidenceView';
import { judgeAnswersPage } from '../panels/judgeAnswersView';
import { requiredTestsPage } from '../panels/requiredTestsView';
import { views } from '../platform/ids';
import type { Feature } from '../platform/services';

/** Evidence beside the verdict: required tests and judges' answers of the item that is looked at. */
export const evidenceFeature: Feature = (services) => {
  const tests = new EvidenceView(services, requiredTestsPage(services));
  const judges = new EvidenceView(services, judgeAnswersPage(services));
  return vscode.Disposable.from(
    tests,
    judges,
    vscode.window.registerWebviewViewProvider(views.requiredTests, tests),
    vscode.window.registerWebviewViewProvider(views.judgeAnswers, judges),
  );
};
