import { type Fields, isFields, tomlValue, yamlValue } from '../../core/dataset/folders/settingsText';
import { readFoundReport } from '../../core/evaluation/foundReports/registry';
import type { Outcome } from '../../core/evaluation/outcome';
import { nameOf } from '../../core/study/studyPath';
import { has, jsonKinds, kindAmong, yamlKinds } from './benchmarkDocuments';
import { type Recognised, tally } from './inspection';
import { runKinds, runYamlKinds } from './runDocuments';

const outcomeName = (outcome: Outcome | null): string => {
  if (outcome === null) return 'notEvaluated';
  return outcome.kind === 'none' ? 'noVerdict' : outcome.kind;
};

/** `schema_version` of a run's report, where it states one. */
const versionOf = (document: unknown): string | null => {
  const version = isFields(document) ? document['schema_version'] : null;
  return typeof version === 'number' || typeof version === 'string' ? String(version) : null;
};

/** A harness's report, in any shape of formats.md A3 and A4; `path` tells where it lies. Null where it is none. */
export const reportKindOf = (document: unknown, path: string): Recognised | null => {
  const folders = path.split(/[/\\]/).slice(0, -1);
  const above = folders.reverse().filter((part) => part !== '');
  const report = readFoundReport(document, { name: nameOf(path), above });
  if (report === null) return null;
  return {
    format: report.format,
    version: versionOf(document),
    counts: {
      reports: 1,
      instances: new Set(report.results.map((result) => result.instanceId)).size,
      ...tally(report.results.map((result) => outcomeName(result.outcome))),
    },
    skipped: report.problems,
  };
};

/** What a JSON document is that is neither rows nor a report; null where it is none of the known ones. */
export const partKindOf = (document: unknown): Recognised | null => kindAmong([...jsonKinds, ...runKinds], document);

/** A study's file below the folder that was asked for; `inspect` of its own folder opens it. */
const studyOf = ({ touchstone, datasets, runs }: Fields): Recognised => ({
  format: 'touchstone-study',
  version: typeof touchstone === 'number' ? String(touchstone) : null,
  counts: { datasets: Array.isArray(datasets) ? datasets.length : 0, runs: Array.isArray(runs) ? runs.length : 0 },
});

/** What a YAML document is; null where it is no YAML or none of the known ones. */
export const yamlKindOf = (text: string): Recognised | null => {
  try {
    const document: unknown = yamlValue(text);
    const isLabels = Array.isArray(document) && document.length > 0;
    if (isLabels && document.every((item) => has(item, 'instance_id', 'field', 'value')))
      return { format: 'touchstone-labels', counts: { corrections: document.length } };
    if (has(document, 'touchstone', 'study')) return studyOf(document);
    return kindAmong([...yamlKinds, ...runYamlKinds], document);
  } catch {
    return null;
  }
};

/** What a TOML document is; null where it is no TOML or none of the known ones. */
export const tomlKindOf = (text: string): Recognised | null => {
  try {
    const document: unknown = tomlValue(text);
    const sections = ['environment', 'verifier', 'agent', 'task'];
    if (!isFields(document) || !sections.some((key) => isFields(document[key]))) return null;
    const version = document['schema_version'] ?? document['version'];
    const steps = Array.isArray(document['steps']) ? { steps: document['steps'].length } : {};
    return {
      format: 'harbor-task-toml',
      version: typeof version === 'string' ? version : null,
      counts: { tasks: 1, ...steps },
    };
  } catch {
    return null;
  }
};
