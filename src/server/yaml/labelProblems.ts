import type { TextDocument } from 'vscode-languageserver-textdocument';
import { labelFaults } from '../../app/studyLabels';
import { type LabelFileReading, type LabelProblem, readLabelFile } from '../../core/dataset/labels/labelFile';
import { nameOf } from '../../core/study/studyPath';
import { documentPath } from '../documentPath';
import type { StudyContext } from '../studyContext';
import { LateFaults } from './lateFaults';
import { type Placed, placedProblem } from './problemDiagnostics';
import type { YamlPorts } from './yamlPorts';

/** Whether a text is a label file by its content: its name is the study's own choice. */
export const isLabelText = (path: string, whole: string): boolean => {
  const text = whole.slice(0, 64 * 1024);
  if (/\.csv$/i.test(path)) {
    const [head = ''] = text.split(/\r?\n/, 1);
    const names = head
      .replace(/^\ufeff/, '')
      .split(',')
      .map((name) => name.trim());
    return ['instance_id', 'field', 'value'].every((name) => names.includes(name));
  }
  return /\.ya?ml$/i.test(path) && /^\ufeff?(?:\s|#[^\n]*\n|---)*-\s*(?:\{\s*)?(?:instance_id|field)\s*:/.test(text);
};

/** What is wrong with a label file in the editor: at once its form, then its ids and reasons (S115, S116). */
export class LabelProblems {
  private readonly late: LateFaults<LabelProblem>;
  private readonly kept = new Map<string, { readonly version: number; readonly reading: LabelFileReading }>();

  constructor(
    private readonly context: StudyContext,
    { told, failed }: YamlPorts,
  ) {
    const look = async (document: TextDocument, signal: AbortSignal): Promise<readonly LabelProblem[]> => {
      const known = {
        has: (id: string) => context.find(id)?.row.id === id,
        read: (id: string) => context.instance(id),
      };
      const name = nameOf(documentPath(document.uri));
      return context.isRead ? labelFaults(this.reading(document), name, known, signal) : [];
    };
    this.late = new LateFaults(look, told, failed);
    context.onDidChange(() => this.late.forget());
  }

  of(document: TextDocument): readonly Placed[] {
    const late = this.context.isRead ? this.late.of(document) : [];
    return [...this.reading(document).problems, ...late].map(placedProblem);
  }

  close(uri: string): void {
    this.late.close(uri);
    this.kept.delete(uri);
  }

  private reading(document: TextDocument): LabelFileReading {
    const known = this.kept.get(document.uri);
    if (known?.version === document.version) return known.reading;
    const reading = readLabelFile(document.getText(), nameOf(documentPath(document.uri)));
    this.kept.set(document.uri, { version: document.version, reading });
    return reading;
  }
}
