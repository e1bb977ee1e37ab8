import { isMap, type YAMLMap } from 'yaml';
import { readYaml } from '../shared/yamlDocument';
import { yamlFaultRange, yamlFaultWords } from '../shared/yamlFault';
import { YamlPlaces } from '../shared/yamlPlaces';
import { StudyChecker } from './checkStudy';
import { sayEnvironments } from './environmentFaults';
import { readEnvironments, readEvaluation } from './readEnvironments';
import { sayHead, sayTwice } from './studyFaults';
import {
  type Blinding,
  defaultBlinding,
  type StudyDataset,
  type StudyFile,
  type StudyJudge,
  type StudyJudgeRun,
  type StudyRun,
} from './studyFile';
import type { NamedPath } from './studyNames';
import { stemOf } from './studyPath';
import { foundWords, type StudyFaults, type StudyProblem } from './studyProblem';
import { booleanOf, child, itemsOf, memberOf, numberOf, textMapOf, textOf, textsOf } from './yamlValues';

/** A study file as read: what could be used, and every fault with its code and line. */
export interface StudyReading {
  /** Null only where the text is no YAML block at all. */
  readonly study: StudyFile | null;
  /** In the order of the text. */
  readonly problems: readonly StudyProblem[];
  /** Files and folders that it names and that may be used. */
  readonly paths: readonly NamedPath[];
  /** Makes further problems of the same text, at their places. */
  readonly faults: StudyFaults;
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

const askingOf = (run: unknown): StudyJudgeRun | null => {
  if (!isMap(run)) return null;
  const sees = child(run, 'sees');
  return {
    model: entryText(run, 'model'),
    samples: numberOf(child(run, 'samples')),
    swapOrder: booleanOf(child(run, 'swapOrder')),
    temperature: numberOf(child(run, 'temperature')),
    sees: sees === null ? null : textsOf(sees),
    maxChars: numberOf(child(run, 'maxChars')),
  };
};

const judgesOf = ({ root, check }: Source): readonly StudyJudge[] =>
  itemsOf(child(root, 'judges')).flatMap((item) => {
    const id = entryText(item, 'id');
    return id === null
      ? []
      : [
          {
            id,
            path: entryText(item, 'path'),
            map: entryText(item, 'map'),
            rubric: entryText(item, 'rubric'),
            run: askingOf(child(item, 'run')),
            line: check.lineOf(item),
          },
        ];
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
    seed: numberOf(child(study, 'seed')),
    datasets: datasetsOf(source),
    runs: runsOf(source),
    judges: judgesOf(source),
    labels: textOf(child(root, 'labels')),
    environments: readEnvironments(root),
    rubric: textOf(rubric) ?? entryText(rubric, 'default') ?? 'patch-review',
    rubricByTaskType: textMapOf(child(rubric, 'byTaskType')),
    raters: ratersOf(source),
    blinding: blindingOf(source),
    evaluation: readEvaluation(root),
  };
};

const namesOf = (root: unknown, kind: string): readonly { readonly id: string; readonly node: unknown }[] =>
  itemsOf(child(root, kind)).flatMap((node) => {
    const id = textOf(node) ?? entryText(node, 'id');
    return id === null ? [] : [{ id, node }];
  });

/** Environments without an id are told apart by their place; two ids alike are a mistake. */
const sayTwiceEach = (check: StudyChecker, root: unknown, study: StudyFile): void => {
  for (const kind of ['datasets', 'runs', 'judges'] as const) sayTwice(check, root, kind, study[kind]);
  for (const kind of ['raters', 'environments'])
    sayTwice(
      check,
      root,
      kind,
      namesOf(root, kind).map(({ id, node }) => ({ id, line: check.lineOf(node) })),
    );
};

const idsOf = (entries: readonly { readonly id: string }[]): readonly string[] => entries.map(({ id }) => id);

const checkAll = (check: StudyChecker, root: YAMLMap, study: StudyFile): void => {
  sayHead(check, root, study);
  sayEnvironments(check, root);
  check.document(root, {
    dataset: idsOf(study.datasets),
    run: idsOf(study.runs),
    rater: idsOf(study.raters),
    judge: idsOf(study.judges),
  });
  sayTwiceEach(check, root, study);
};

/**
 * Reads touchstone.yaml (STUDY-FILE.md). Nothing in it is evaluated or expanded; faults never stop the reading of
 * what is right, but where the text is no YAML its own faults are the only ones said. `file` is its name for people,
 * `fallbackId` the study's id where it says none.
 */
export const readStudyFile = (text: string, file: string, fallbackId: string): StudyReading => {
  const big = text.length > maxBytes;
  const read = big ? '' : text;
  const { document, lines } = readYaml(read);
  const root = document.contents;
  const check = new StudyChecker(file, new YamlPlaces(read, lines, root));
  const done = (study: StudyFile | null): StudyReading => {
    const problems = check.problems.toSorted((a, b) => a.range[0] - b.range[0]);
    return { study, problems, paths: check.paths, faults: check.faults };
  };
  for (const error of document.errors) check.sayAt('yaml', null, yamlFaultRange(read, error), yamlFaultWords(error));
  if (big) check.sayAt('S002', null, [0, 0], `${file}: over 1 MiB; a study file is a page or two.`);
  else if (!isMap(root) && document.errors.length === 0)
    check.say('S002', null, root, `${file}: expected a block of fields, found ${foundWords(root)}.`);
  if (!isMap(root)) return done(null);
  const study = studyOf({ root, check }, fallbackId);
  if (document.errors.length === 0) checkAll(check, root, study);
  return done(study);
};
