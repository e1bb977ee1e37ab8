import { type Document, isMap, LineCounter, parseDocument } from 'yaml';
import { StudyChecker, type StudyProblem } from './checkStudy';
import { sayEnvironments } from './environmentFaults';
import { readEnvironments, readEvaluation } from './readEnvironments';
import { sayAbsent, sayHead, sayTwice } from './studyFaults';
import {
  type Blinding,
  defaultBlinding,
  type StudyDataset,
  type StudyFile,
  type StudyJudge,
  type StudyRun,
} from './studyFile';
import { stemOf } from './studyPath';
import { child, itemsOf, memberOf, numberOf, textOf, textsOf } from './yamlValues';

/** A study file as read: what could be used, and every fault with its code and line. */
export interface StudyReading {
  /** Null only where the text is no YAML block at all. */
  readonly study: StudyFile | null;
  readonly problems: readonly StudyProblem[];
}

const maxBytes = 1024 * 1024;

interface Source {
  readonly root: unknown;
  readonly check: StudyChecker;
}

const entryText = (item: unknown, key: string): string | null => textOf(child(item, key));

const datasetsOf = ({ root, check }: Source): readonly StudyDataset[] =>
  itemsOf(child(root, 'datasets')).flatMap((item) => {
    const path = textOf(item) ?? entryText(item, 'path');
    if (path === null) return [];
    const use = memberOf(child(item, 'use'), ['main', 'training', 'attention']) ?? 'main';
    const id = entryText(item, 'id') ?? stemOf(path);
    return [
      { id, path, format: entryText(item, 'format'), sha256: entryText(item, 'sha256'), use, line: check.lineOf(item) },
    ];
  });

const runsOf = ({ root, check }: Source): readonly StudyRun[] =>
  itemsOf(child(root, 'runs')).flatMap((item) => {
    const path = textOf(item) ?? entryText(item, 'path');
    if (path === null) return [];
    return [
      {
        id: entryText(item, 'id') ?? stemOf(path),
        path,
        model: entryText(item, 'model'),
        agent: entryText(item, 'agent'),
        base: entryText(item, 'base'),
        attempt: numberOf(child(item, 'attempt')) ?? 1,
        logs: entryText(item, 'logs'),
        line: check.lineOf(item),
      },
    ];
  });

const judgesOf = ({ root, check }: Source): readonly StudyJudge[] =>
  itemsOf(child(root, 'judges')).flatMap((item) => {
    const id = entryText(item, 'id');
    return id === null
      ? []
      : [{ id, path: entryText(item, 'path'), map: entryText(item, 'map'), line: check.lineOf(item) }];
  });

const ratersOf = ({ root }: Source): StudyFile['raters'] => {
  const raters = itemsOf(child(root, 'raters')).flatMap((item) => {
    const id = textOf(item) ?? entryText(item, 'id');
    const role = memberOf(child(item, 'role'), ['rater', 'adjudicator', 'observer']) ?? 'rater';
    return id === null ? [] : [{ id, role } as const];
  });
  return raters.length > 0 ? raters : [{ id: 'r1', role: 'rater' }];
};

const blindingOf = ({ root }: Source): Blinding => {
  const block = child(root, 'blinding');
  const values = ['at-once', 'after-verdict', 'after-study', 'never'] as const;
  const said = Object.entries(defaultBlinding).flatMap(([pane, standard]) =>
    pane === 'mask' ? [] : [[pane, memberOf(child(block, pane), values) ?? standard] as const],
  );
  return { ...defaultBlinding, ...Object.fromEntries(said), mask: textsOf(child(block, 'mask')) };
};

const studyOf = (source: Source, fallbackId: string): StudyFile => {
  const { root } = source;
  const study = child(root, 'study');
  const rubric = child(root, 'rubric');
  return {
    id: textOf(study) ?? entryText(study, 'id') ?? fallbackId,
    title: entryText(study, 'title'),
    datasets: datasetsOf(source),
    runs: runsOf(source),
    judges: judgesOf(source),
    labels: textOf(child(root, 'labels')),
    environments: readEnvironments(root),
    rubric: textOf(rubric) ?? entryText(rubric, 'default') ?? 'patch-review',
    raters: ratersOf(source),
    blinding: blindingOf(source),
    evaluation: readEvaluation(root),
  };
};

const sayYaml = (check: StudyChecker, document: Document.Parsed): void => {
  for (const { pos, message } of document.errors)
    check.sayAt('S002', null, pos, `This isn't YAML: ${message.split('\n')[0]}`);
};

/**
 * Reads touchstone.yaml (STUDY-FILE.md). Nothing in it is evaluated or expanded; faults never stop the reading of
 * what is right. `file` is its name for people, `fallbackId` the study's id where it says none.
 */
export const readStudyFile = (text: string, file: string, fallbackId: string): StudyReading => {
  const lines = new LineCounter();
  const check = new StudyChecker(file, lines);
  if (text.length > maxBytes) {
    check.say('S002', null, null, `${file}: over 1 MiB; a study file is a page or two.`);
    return { study: null, problems: check.problems };
  }
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'silent' });
  sayYaml(check, document);
  const root = document.contents;
  if (!isMap(root)) {
    check.say('S002', null, root, `${file}: expected a block of fields, found something else.`);
    return { study: null, problems: check.problems };
  }
  const study = studyOf({ root, check }, fallbackId);
  sayHead(check, root, study);
  sayEnvironments(check, root);
  check.document(root);
  for (const kind of ['datasets', 'runs', 'judges'] as const) sayTwice(check, root, kind, study[kind]);
  sayAbsent(check, root, study);
  return { study, problems: check.problems.toSorted((a, b) => a.line - b.line) };
};
