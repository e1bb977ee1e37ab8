import type { DocumentKind } from '../documentKind';
import { documentPath } from '../documentPath';
import type { StudyContext } from '../studyContext';
import { rememberedHash } from './fileHashes';
import { nodeAt } from './nodeAt';
import { diagnosticsOf } from './problemDiagnostics';
import { studyActions } from './studyActions';
import { studyHover, studyNames } from './studyAnswers';
import { studyDefinition } from './studyDefinition';
import { StudyDocuments } from './studyDocuments';
import { StudyProblems } from './studyProblems';
import { yamlCompletion } from './yamlCompletion';
import { yamlCursor } from './yamlCursor';
import { studyFormat } from './yamlFormat';
import type { YamlPorts } from './yamlPorts';
import { yamlSymbols } from './yamlSymbols';

const studyName = /(^|[\\/.])touchstone\.ya?ml$/;

/** A study file: `touchstone.yaml` and `*.touchstone.yaml`. */
export const studyKind = (context: StudyContext, ports: YamlPorts): DocumentKind => {
  const documents = new StudyDocuments();
  const hash = rememberedHash(context.ports.files);
  const problems = new StudyProblems(documents, context, { ...ports, hash });
  return {
    matches: ({ uri }) => studyName.test(documentPath(uri)),
    diagnostics: (document) => diagnosticsOf(document, problems.of(document)),
    hover: (document, position) => {
      const read = documents.of(document);
      const at = nodeAt(read.faults.places.root, document.offsetAt(position));
      return at && studyHover(document, read, at, context);
    },
    completion: (document, position) => {
      const cursor = yamlCursor(document.getText(), document.offsetAt(position));
      return yamlCompletion(document, studyFormat, cursor, studyNames(context, documents.of(document)));
    },
    definition: (document, position) => {
      const read = documents.of(document);
      const at = nodeAt(read.faults.places.root, document.offsetAt(position));
      return at && studyDefinition(document, read, at, context, ports.rubrics);
    },
    symbols: (document) => yamlSymbols(document, documents.of(document).faults.places.root),
    codeActions: (document, range) =>
      studyActions(document, documents.of(document), problems.of(document), range, context, hash),
    closed: (uri) => {
      documents.close(uri);
      problems.close(uri);
    },
  };
};
