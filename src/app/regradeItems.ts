import { type GradedTwice, type Regrading, regrade } from '../core/evaluation/grade/regrade';
import { regradeLines } from '../core/evaluation/grade/regradeWords';
import { type RuleSetName, ruleSetNames } from '../core/evaluation/ruleSetName';
import { rulesUnderSetting } from '../core/evaluation/rules/defaultRules';
import { ruleSetOf } from '../core/evaluation/rules/registry';
import { servesRules } from '../core/evaluation/rules/resultFiles';
import type { Instance } from '../core/instance/instance';
import { counted } from '../core/shared/counted';
import type { FilePort } from '../core/shared/files';
import { InputFault } from '../core/shared/problem';
import type { RegradeChoice, RegradeItem, RegradeReply } from '../protocol/regrade';
import { evidenceIn, gradeEvaluation } from './gradeEvaluation';

export interface RegradePorts {
  readonly files: FilePort;
  readInstance(item: RegradeItem): Promise<Instance | null>;
}

/** Rule sets that grade any log that a parser reads; the others need files of their own, or rows of their own. */
const ofLogs: readonly RuleSetName[] = ['swebench-v4', 'swebench-v5', 'live', 'pro', 'rebench-v2', 'smith', 'compass'];

interface Opened {
  readonly item: RegradeItem;
  readonly instance: Instance;
}

const open = async (ports: RegradePorts, item: RegradeItem): Promise<Opened | null> => {
  const instance = await ports.readInstance(item);
  return instance && { item, instance };
};

/** The rule sets that what lies in one folder can be graded by. */
const fitting = async (files: FilePort, { item, instance }: Opened, now: RuleSetName): Promise<Set<RuleSetName>> => {
  const found = await evidenceIn(files, instance.id, item.folder);
  if (!found) return new Set();
  const byFiles = found.results.filter(({ last }) => !last).map(({ kind }) => kind);
  const served = ruleSetNames.filter((rules) => byFiles.some((kind) => servesRules(kind, rules)));
  return new Set([...(found.log === null ? [] : [now, ...ofLogs]), ...served]);
};

/** Which rule sets fit the evaluations, those of most first; each instance's own is counted among them. */
export const regradeChoices = async (
  ports: RegradePorts,
  items: readonly RegradeItem[],
  setting: RuleSetName,
): Promise<readonly RegradeChoice[]> => {
  const fits = new Map<RuleSetName, number>();
  const nows = new Map<RuleSetName, number>();
  for (const item of items) {
    const opened = await open(ports, item);
    if (!opened) continue;
    const now = rulesUnderSetting(opened.instance, setting);
    nows.set(now, (nows.get(now) ?? 0) + 1);
    for (const rules of await fitting(ports.files, opened, now)) fits.set(rules, (fits.get(rules) ?? 0) + 1);
  }
  const most = [...nows].sort(([, a], [, b]) => b - a)[0]?.[0];
  return [...fits]
    .map(([rules, count]) => ({ rules, title: ruleSetOf(rules).title, now: rules === most, fits: count }))
    .sort((a, b) => b.fits - a.fits || ruleSetNames.indexOf(a.rules) - ruleSetNames.indexOf(b.rules));
};

type Graded = GradedTwice | { readonly left: string };

const gradeTwice = async (
  ports: RegradePorts,
  item: RegradeItem,
  setting: RuleSetName,
  against: RuleSetName,
): Promise<Graded> => {
  const opened = await open(ports, item);
  if (!opened) return { left: `${item.instanceId}: the dataset has no such instance any more` };
  const { instance } = opened;
  try {
    const before = await gradeEvaluation(ports.files, instance, item.folder, rulesUnderSetting(instance, setting));
    const after = await gradeEvaluation(ports.files, instance, item.folder, against);
    if (before && after) return { key: item.folder, before, after };
    return { left: `${item.instanceId}: neither a log nor a file of results in ${item.folder}` };
  } catch (error) {
    if (!(error instanceof InputFault)) throw error;
    return { left: `${item.instanceId}: ${error.message}` };
  }
};

const document = (
  regrading: Regrading,
  pairs: readonly GradedTwice[],
  left: readonly string[],
  against: RuleSetName,
): string => {
  const before = [...new Set(pairs.map((pair) => pair.before.rules))].join(', ') || 'no grade';
  const said =
    left.length === 0
      ? []
      : ['', `Not graded: ${counted(left.length, 'evaluation')}`, ...left.map((one) => `  ${one}`)];
  const note = 'Nothing was run and nothing was written: logs and results on disk were graded twice.';
  return `${[...regradeLines(before, against, regrading), ...said, '', note].join('\n')}\n`;
};

/** Grades evaluations by the rule set that grades them now and by another, and says what changes and why. */
export const regradeItems = async (
  ports: RegradePorts,
  items: readonly RegradeItem[],
  setting: RuleSetName,
  against: RuleSetName,
  signal?: AbortSignal,
): Promise<RegradeReply> => {
  const pairs: GradedTwice[] = [];
  const left: string[] = [];
  for (const item of items) {
    signal?.throwIfAborted();
    const graded = await gradeTwice(ports, item, setting, against);
    if ('left' in graded) left.push(graded.left);
    else pairs.push(graded);
  }
  const regrading = regrade(pairs);
  return { text: document(regrading, pairs, left, against), changed: regrading.changes.length, total: pairs.length };
};
