import type { ResultKind } from '../core/evaluation/rules/resultFiles';
import { isCoverageName } from '../core/evaluation/script/coveragePart';
import type { FoundEvaluation, FoundResults, Place } from './gradeFolderFound';

type Layout = (place: Place) => readonly FoundEvaluation[];

const found = (parts: Partial<FoundEvaluation> & Pick<FoundEvaluation, 'labels'>, path: string): FoundEvaluation => ({
  path,
  log: null,
  results: [],
  report: null,
  trial: null,
  ...parts,
});

const named = (place: Place): string => place.above[0] ?? '';

/** Every file that ends so, with what stands before the ending. */
const ending = ({ names }: Place, end: string): readonly string[] =>
  [...names].filter((name) => name.endsWith(end)).map((name) => name.slice(0, -end.length));

const plainLog = 'test_output.txt';

/** Coverage reports that an evaluation of ours kept beside its log. */
const coverageReports = ({ folder, names }: Place): readonly FoundResults[] => {
  const reports = [...names].filter(isCoverageName).sort();
  return reports.length === 0 ? [] : [{ kind: 'coverage-reports', paths: reports.map((name) => `${folder}/${name}`) }];
};

/** SWE-bench and its kin: `<x>/test_output.txt` is labelled by its folder, `<x>.test_output.txt` by its own name. */
const sweBench: Layout = (place) => {
  const { folder, names } = place;
  const log = `${folder}/${plainLog}`;
  const report = `${folder}/report.json`;
  const repeated: FoundResults = { kind: 'report', paths: [report], last: true };
  const results = [...coverageReports(place), repeated];
  const own = names.has(plainLog) ? [found({ labels: [named(place)], log, report, results }, log)] : [];
  const others = ending(place, `.${plainLog}`).map((label) => {
    const path = `${folder}/${label}.${plainLog}`;
    return found({ labels: [label], log: path, report: `${folder}/${label}.report.json` }, path);
  });
  return [...own, ...others];
};

/** SWE-bench 1: `<id>.<model>.eval.log`. */
const sweBenchV1: Layout = (place) =>
  ending(place, '.eval.log').map((label) => {
    const path = `${place.folder}/${label}.eval.log`;
    return found({ labels: [label], log: path }, path);
  });

/** SWE-bench-Live: `<id>/post_patch_log.txt` and `status.json`. */
const live: Layout = (place) => {
  const { folder, names } = place;
  if (!names.has('post_patch_log.txt')) return [];
  const log = `${folder}/post_patch_log.txt`;
  const results = names.has('status.json') ? [{ kind: 'live-status', paths: [`${folder}/status.json`] } as const] : [];
  return [found({ labels: [named(place)], log, results }, log)];
};

/** SWE-bench Pro: `<id>/<prefix>_output.json` and `<prefix>_stdout.log`. */
const pro: Layout = (place) => {
  const prefixes = [...ending(place, '_output.json'), ...(place.names.has('output.json') ? [''] : [])];
  const alone = ending(place, '_stdout.log').filter((prefix) => !prefixes.includes(prefix));
  return [...prefixes, ...alone].map((prefix) => {
    const start = `${place.folder}/${prefix === '' ? '' : `${prefix}_`}`;
    const log = place.names.has(`${prefix}_stdout.log`) ? `${start}stdout.log` : null;
    const hasOutput = prefixes.includes(prefix);
    const output = { kind: 'pro-output', paths: [`${start}output.json`] } as const;
    const results = [hasOutput ? output : { ...output, last: true as const }];
    return found({ labels: [named(place)], log, results }, hasOutput ? `${start}output.json` : `${start}stdout.log`);
  });
};

/** Multi-SWE-bench: `<org>/<repo>/evals/pr-<n>/` with `fix-patch-run.log` and `report.json`. */
const multiSwe: Layout = (place) => {
  const { folder, names, above } = place;
  const number = /^pr-(\d{1,12})$/.exec(above[0] ?? '')?.[1];
  if (number === undefined || !(names.has('fix-patch-run.log') || names.has('report.json'))) return [];
  const log = names.has('fix-patch-run.log') ? `${folder}/fix-patch-run.log` : null;
  const report = `${folder}/report.json`;
  const results = names.has('report.json') ? [{ kind: 'multi-swe-report', paths: [report] } as const] : [];
  return [found({ labels: [`${above[3]}/${above[2]}:pr-${number}`], log, results }, log ?? report)];
};

/** SWE-rebench V2: `<id>_log.txt`. */
const rebench: Layout = (place) =>
  ending(place, '_log.txt')
    .filter((label) => label !== 'post_patch' && label !== '')
    .map((label) => {
      const path = `${place.folder}/${label}_log.txt`;
      return found({ labels: [label], log: path }, path);
    });

/** SWE-Compass: `<source>/<id>/`, with the files of whichever measure the source has. */
const compass: Layout = (place) => {
  const { folder, names } = place;
  const results: FoundResults[] = [];
  const add = (kind: ResultKind, ...files: readonly string[]): void => {
    if (files.every((name) => names.has(name))) results.push({ kind, paths: files.map((name) => `${folder}/${name}`) });
  };
  add('compass-coverage', 'patch_coverage_result.json');
  add('compass-times', 'parsed_test.json', 'parsed_test_patch.json');
  if (names.has('run_test_patch.log')) add('compass-result', 'result.json');
  if (names.size === 1) add('compass-checklist', `${named(place)}.json`);
  if (results.length === 0 && !names.has('run_test_patch.log')) return [];
  const log = names.has('run_test_patch.log') ? `${folder}/run_test_patch.log` : null;
  return [found({ labels: [named(place)], log, results }, results[0]?.paths[0] ?? `${folder}/run_test_patch.log`)];
};

/** Terminal-Bench 1: a trial's `results.json` with its panes; the folder is `<task>.<k>-of-<n>...`. */
const terminalBench: Layout = (place) => {
  const { folder, names, above } = place;
  const isTrial = ['panes', 'sessions', 'post-test.txt'].some((name) => names.has(name));
  const trialOf = /^(.+?)\.\d+-of-\d+(?:\..*)?$/.exec(above[0] ?? '')?.[1];
  if (above[0] === 'panes' || !(isTrial || trialOf) || !(names.has('results.json') || isTrial)) return [];
  const results = names.has('results.json')
    ? [{ kind: 'terminal-bench-trial', paths: [`${folder}/results.json`] } as const]
    : [];
  const log = names.has('post-test.txt')
    ? `${folder}/post-test.txt`
    : names.has('panes')
      ? `${folder}/panes/post-test.txt`
      : null;
  const labels = [trialOf, above[1], above[0]].filter((label) => label !== undefined);
  return [found({ labels, log, results }, results[0]?.paths[0] ?? log ?? folder)];
};

/** Harbor: a trial with `verifier/` and `result.json`; the steps of a task are summed up by the trial itself. */
const harbor: Layout = (place) => {
  const { folder, names, above } = place;
  const isTrial =
    names.has('verifier') && ['result.json', 'config.json', 'agent', 'trial.log'].some((n) => names.has(n));
  const isVerifier = above[0] === 'verifier' && (names.has('reward.json') || names.has('reward.txt'));
  if (above[1] === 'steps' || above[2] === 'steps' || !(isTrial || isVerifier)) return [];
  const verifier = isTrial ? `${folder}/verifier` : folder;
  const result = isTrial ? `${folder}/result.json` : `${folder}/../result.json`;
  const trial = isTrial ? (above[0] ?? '') : (above[1] ?? '');
  const paths = [`${verifier}/reward.json`, `${verifier}/reward.txt`, result];
  const labels = [trial.replace(/__[A-Za-z0-9]{5,12}$/, ''), trial];
  return [found({ labels, results: [{ kind: 'harbor-rewards', paths }], trial: result }, verifier)];
};

/** The harness's own log, where it stands by itself and prints the report. */
const printed: Layout = (place) =>
  ending(place, '.run_instance.log').map((label) => {
    const path = `${place.folder}/${label}.run_instance.log`;
    return found({ labels: [label], results: [{ kind: 'printed-report', paths: [path], last: true }] }, path);
  });

/** Each takes files of its own, so that a folder may hold several. */
const layouts: readonly Layout[] = [
  sweBench,
  multiSwe,
  live,
  pro,
  terminalBench,
  harbor,
  compass,
  sweBenchV1,
  rebench,
  printed,
];

/** Evaluations of a folder, by the names in it alone; nothing is read. */
export const evaluationsAt = (place: Place): readonly FoundEvaluation[] => layouts.flatMap((layout) => layout(place));

/** Folders below an evaluation that belong to it. */
export const ownFolders: ReadonlySet<string> = new Set(['panes', 'sessions', 'verifier', 'agent-logs', 'steps']);
