import type { TextDocument } from 'vscode-languageserver-textdocument';
import { indexDataset } from '../../app/indexDataset';
import { namedDatasets } from '../../app/namedDatasets';
import { findStudyFiles } from '../../app/studyFile';
import { studyFileFaults } from '../../app/studyFileFaults';
import { seedHint } from '../../core/study/studyFaults';
import type { StudyProblem } from '../../core/study/studyProblem';
import { sha256 } from '../../io/store/sha256';
import type { StudyContext } from '../studyContext';
import { LateFaults } from './lateFaults';
import { type Placed, placedProblem } from './problemDiagnostics';
import type { StudyDocuments } from './studyDocuments';
import type { YamlPorts } from './yamlPorts';

interface ProblemPorts extends YamlPorts {
  readonly hash: (path: string) => Promise<string>;
}

/** Everything that is wrong with a study file in the editor: at once what its text tells, a moment later the rest. */
export class StudyProblems {
  private readonly late: LateFaults<StudyProblem>;

  constructor(
    private readonly documents: StudyDocuments,
    context: StudyContext,
    { repositories, hash, told, failed }: ProblemPorts,
  ) {
    const { files } = context.ports;
    const list = async (path: string, signal?: AbortSignal) => {
      const { rows, ...said } = await indexDataset(context.ports, path, signal);
      return { ...said, instances: rows };
    };
    const look = async (document: TextDocument, signal: AbortSignal): Promise<readonly StudyProblem[]> => {
      // The study's datasets are just being read: when they are, this is asked once more, and finds them in the cache.
      if (context.study.datasets.length > 0 && !context.isSettled) return [];
      const read = documents.of(document);
      // A file that was deleted with its folder, or is not saved yet, stands alone.
      const besides = await findStudyFiles(files, read.folder).catch(() => []);
      const others = besides.filter((path) => path !== read.file);
      const found = await namedDatasets({ files, list }, read, signal);
      return studyFileFaults({ files, repositories, hash, sha256 }, { ...read, others }, found, signal);
    };
    this.late = new LateFaults(look, told, failed);
    context.onDidChange(() => this.late.forget());
  }

  of(document: TextDocument): readonly Placed[] {
    const read = this.documents.of(document);
    const hint = seedHint(read);
    const late = document.uri.startsWith('file:') ? this.late.of(document) : [];
    return [...read.problems, ...late, ...(hint ? [hint] : [])].map(placedProblem);
  }

  close(uri: string): void {
    this.late.close(uri);
  }
}
