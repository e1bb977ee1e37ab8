import * as vscode from 'vscode';
import type { Feature, Services } from '../platform/services';

/** As `app/assistant` names them; the manifest declares each with this before its name. */
const toolPrefix = 'touchstone_';
const toolNames = ['find_instances', 'read_result', 'summarise_trajectory', 'read_step', 'compare_patches'] as const;

type ToolName = (typeof toolNames)[number];

/** The tools by which language models read the study that is open: each asks the person first, none writes or runs. */
export const assistantToolsFeature: Feature = (services) =>
  vscode.Disposable.from(
    ...toolNames.map((name) => vscode.lm.registerTool(`${toolPrefix}${name}`, toolOf(services, name))),
  );

const toolOf = (services: Services, tool: ToolName): vscode.LanguageModelTool<object> => ({
  prepareInvocation: async ({ input }) => {
    const reads = await services.app.remote.assistantReads({ tool, input });
    return {
      invocationMessage: 'Reading the study',
      confirmationMessages: {
        title: 'Let the model read this from Touchstone?',
        message: plain(`${reads}\n\nIt is handed to the language model of this chat. Nothing is written or run.`),
      },
    };
  },
  invoke: async ({ input }, token) => {
    const answer = await ask(services, tool, input, token);
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(answer)]);
  },
});

/** Texts of the model and of the data are shown as they are, never as Markdown. */
const plain = (text: string): vscode.MarkdownString => new vscode.MarkdownString('', false).appendText(text);

const ask = async (
  services: Services,
  tool: ToolName,
  input: object,
  token: vscode.CancellationToken,
): Promise<string> => {
  await services.study.ready();
  const studyFolder = services.study.catalogue?.root;
  if (studyFolder === undefined) throw new Error('No study is open in this window: open its folder first.');
  const task = services.progress.newTask('assistant');
  const cancelled = token.onCancellationRequested(() => void services.app.remote.cancel({ task }));
  try {
    return await services.app.remote.askAssistantTool({ task, tool, input, studyFolder });
  } finally {
    cancelled.dispose();
  }
};
