import { folderOf, nameOf } from '../core/study/studyPath';
import { looksLikeReport } from './openStudyReports';

/** Folders that hold no studies, and often very many files. */
export const passedOver = new Set([
  'node_modules',
  '.git',
  '.touchstone',
  '.venv',
  '__pycache__',
  'trajectories',
  'trajs',
]);

export const mayHoldRows = (name: string): boolean => /\.(?:jsonl?|ndjson|parquet|pred|csv)(?:\.gz)?$/i.test(name);

/** What harnesses write beside their results: settings, counts, trajectories. None of it says an outcome. */
export const beside =
  /^(?:config|run|run_metadata|metadata|lock|tb\.lock|status|pass_at_k|package|package-lock|tsconfig|trajectory|journal|events)\.jsonl?$|\.traj(?:\.json)?$/i;

/** Names of results and of predictions: no datasets, or so rarely that they may come later. */
export const speaksOfRuns = (name: string): boolean =>
  looksLikeReport(name) || /^(?:all_preds|preds|predictions)\.jsonl?(?:\.gz)?$/i.test(name);

/** `tasks` and its like are named after what they hold; the dataset is the folder above. */
export const datasetOfTask = (path: string): string => {
  let folder = folderOf(path);
  while (/^(?:tasks|exercises|practice)$/.test(nameOf(folder))) folder = folderOf(folder);
  return folder;
};
