import { type Fields, isFields } from '../../core/dataset/folders/settingsText';
import { type DocumentKind, has, lengthOf } from './benchmarkDocuments';

/** One trial among `result.json`s is told as a report; these stand beside it. */
const harbor: readonly DocumentKind[] = [
  {
    format: 'harbor-job-result',
    countsOf: (document) =>
      has(document, 'n_total_trials', 'stats') ? { trials: Number(document['n_total_trials']) || 0, files: 1 } : null,
  },
  {
    format: 'harbor-job-config',
    countsOf: (document) =>
      has(document, 'jobs_dir') || (has(document, 'job_name') && Array.isArray(document['agents']))
        ? { agents: lengthOf(document['agents']), datasets: lengthOf(document['datasets']), files: 1 }
        : null,
  },
  {
    format: 'harbor-trial-config',
    countsOf: (document) => (has(document, 'task', 'trial_name') && isFields(document['agent']) ? { trials: 1 } : null),
  },
  {
    format: 'ctrf-report',
    countsOf: ({ results }) => (has(results, 'tool', 'tests') ? { tests: lengthOf(results['tests']), files: 1 } : null),
  },
];

const terminalBench: readonly DocumentKind[] = [
  {
    format: 'terminal-bench-run-metadata',
    version: '1',
    countsOf: (document) =>
      has(document, 'run_id', 'agent_name', 'n_attempts') && Array.isArray(document['task_ids'])
        ? { runs: 1, tasks: lengthOf(document['task_ids']) }
        : null,
  },
];

const codex: readonly DocumentKind[] = [
  {
    format: 'codex-fork-manifest',
    countsOf: ({ files, copiedPrefixes }) =>
      Array.isArray(files) && Array.isArray(copiedPrefixes)
        ? { sessions: files.length, copiedPrefixes: copiedPrefixes.length }
        : null,
  },
];

/** JSON documents that runs leave beside trajectories, and which are no results themselves. */
export const runKinds: readonly DocumentKind[] = [...harbor, ...terminalBench, ...codex];

const sum = (lists: Fields): number => Object.values(lists).reduce((total: number, list) => total + lengthOf(list), 0);

const isAgentConfig = (document: Fields): boolean =>
  isFields(document['agent']) &&
  ['env', 'environment', 'instances', 'problem_statement', 'model', 'actions'].some((key) => isFields(document[key]));

/** YAML that SWE-agent, mini-swe-agent and the public experiments leave in a run's folder. */
export const runYamlKinds: readonly DocumentKind[] = [
  {
    format: 'exit-statuses',
    countsOf: ({ instances_by_exit_status: lists }) =>
      isFields(lists) ? { statuses: lengthOf(lists), instances: sum(lists) } : null,
  },
  { format: 'agent-config', countsOf: (document) => (isAgentConfig(document) ? { configs: 1 } : null) },
  {
    format: 'experiment-metadata',
    countsOf: (document) => (isFields(document['info']) && has(document['info'], 'name') ? { runs: 1 } : null),
  },
];
