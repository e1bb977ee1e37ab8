import * as vscode from 'vscode';
import { shownText } from '../../core/shared/shownText';
import type { ComparedByRunning } from '../../protocol/equivalence';
import { comparedByRunningUri, testOutputUri } from '../documents/uris';
import { chooseBackend, refuseUntrusted } from '../platform/chooseBackend';
import type { Item } from '../platform/currentItem';
import { commands, scheme } from '../platform/ids';
import { registerCommand, tell } from '../platform/messages';
import { pickPrediction } from '../platform/pickItem';
import { withProgress } from '../platform/progress';
import type { Feature, Services } from '../platform/services';
import { runSettings } from '../platform/settings';

interface Ran {
  readonly item: Item;
  readonly result: ComparedByRunning;
}

/** "Compare by Running...": gold's and the model's code on all tests at hand, as a document whose lines open the logs. */
export const compareByRunningFeature: Feature = (services) => {
  const ran = new Map<string, Ran>();
  return vscode.Disposable.from(
    services.files.route('by-running', async (uri) => textOf(ran.get(uri.path), uri)),
    vscode.languages.registerDocumentLinkProvider(
      { scheme, pattern: '/by-running/**' },
      { provideDocumentLinks: (document) => linksOf(document, ran.get(document.uri.path)) },
    ),
    registerCommand(services.log, commands.compareByRunning, 'They could not be compared by running', (argument) =>
      compare(services, ran, argument),
    ),
  );
};

const compare = async (services: Services, ran: Map<string, Ran>, argument: unknown): Promise<void> => {
  if (await refuseUntrusted()) return;
  const item = await pickPrediction(services, argument, {
    accept: ({ kind, patchBytes, patchKind }) => kind === 'prediction' && patchBytes !== 0 && patchKind !== 'code',
    otherwise: 'it has no patch to run',
  });
  const predictionsPath = item?.run.predictionsPath;
  const backend = item && predictionsPath ? await chooseBackend(services) : null;
  if (!item || !predictionsPath || backend === null) return;
  const { datasetPath, instanceId } = item;
  const { remote } = services.app;
  const result = await withProgress(
    services.progress,
    `Comparing by running: ${instanceId}`,
    (task) => remote.cancel({ task }),
    (task) =>
      remote.compareByRunning({ datasetPath, instanceId, predictionsPath, task, backend, settings: runSettings() }),
  );
  const uri = comparedByRunningUri(item, item.run.key);
  ran.set(uri.path, { item, result });
  services.files.invalidate();
  await vscode.window.showTextDocument(uri, { preview: true });
  void tell(`${instanceId}: ${wordsOf(result)}`);
};

const wordsOf = ({ differing }: ComparedByRunning): string => {
  if (differing === null)
    return "gold's and the model's code could not be held against each other; the document says why.";
  if (differing === 0) return "no test tells gold's and the model's code apart.";
  return differing === 1 ? 'one test differs.' : `${differing} tests differ.`;
};

const gone = 'What was run before the window was loaded again is not kept. Run "Compare by Running..." again.\n';

const textOf = (ran: Ran | undefined, { path }: vscode.Uri): Uint8Array => {
  const lines = ran?.result.lines.map(({ text }) => oneLine(text)) ?? [path.split('/').at(-1) ?? '', gone];
  return new TextEncoder().encode(`${lines.join('\n')}\n`);
};

/** Lines of the document are those of the result, so that each keeps its log. */
const oneLine = (text: string): string => shownText(text).replace(/[\r\n]+/g, ' ');

const linksOf = (document: vscode.TextDocument, ran: Ran | undefined): vscode.DocumentLink[] =>
  ran?.result.lines.flatMap(({ log }, line) => {
    if (log === null || line >= document.lineCount) return [];
    const { text, range } = document.lineAt(line);
    const uri = testOutputUri(ran.item, 'by running', log.name, log.folder);
    const target = log.line === null ? uri : uri.with({ fragment: `L${log.line}` });
    const link = new vscode.DocumentLink(range.with(range.start.translate(0, text.search(/\S|$/))), target);
    link.tooltip = log.line === null ? 'Open the test output' : `Open the test output at line ${log.line}`;
    return [link];
  }) ?? [];
