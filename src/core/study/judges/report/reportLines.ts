import { counted } from '../../../shared/counted';
import { shownText } from '../../../shared/shownText';
import type { Confusion } from '../../statistics/confusion';
import type { CorrectedShare } from './correctedShare';
import type { Baseline, JudgeFigures, JudgeReport } from './judgeReport';
import { type FigureName, fewest, figureNames, type Measure, type MeasuredFigure } from './measure';

/** Three digits, without a zero that says nothing: `.714`, `-.039`, `1.000`. */
const number = (value: number): string => value.toFixed(3).replace(/^(-?)0\./, '$1.');

/** Outside text in a cell or a heading: on one line, without what Markdown or an editor would make of it. */
const plain = (text: string): string =>
  shownText(text)
    .replace(/\s+/g, ' ')
    .replace(/[\\`[\]<>|]/g, '\\$&');

/** Outside text as it stands, in a fence that it can't close. */
const fenced = (text: string): readonly string[] => {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}text`, ...shownText(text).split(/\r\n|\r|\n/), fence];
};

/** A table that reads well as a text too. */
const table = ([head = [], ...rows]: readonly (readonly string[])[]): readonly string[] => {
  const widths = head.map((_, column) => Math.max(3, ...[head, ...rows].map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]) => `| ${widths.map((width, i) => (row[i] ?? '').padEnd(width)).join(' | ')} |`;
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)];
};

const figureWords = ({ value, interval, share }: MeasuredFigure): string => {
  if (value === null) return '–';
  const of = share === null ? '' : ` (${share.x} of ${share.of})`;
  const range = interval === null ? '' : ` [${number(interval.low)}, ${number(interval.high)}]`;
  return `${number(value)}${of}${range}`;
};

const sizeWords = ({ n, isSmall, isWeighted, figures }: Measure): string => {
  const marks = [
    ...(figures === null ? ['counts alone'] : isSmall ? ['small'] : []),
    ...(isWeighted ? ['weighted'] : []),
  ];
  return marks.length === 0 ? String(n) : `${n} (${marks.join(', ')})`;
};

const figureTitles: Readonly<Record<FigureName, string>> = {
  agreement: 'agreement',
  precision: 'precision',
  recall: 'recall',
  specificity: 'specificity',
  f1: 'F1',
  mcc: 'MCC',
};

const figureRow = (name: FigureName, measures: readonly Measure[]): readonly string[] => [
  figureTitles[name],
  ...measures.map(({ figures }) => (figures === null ? '' : figureWords(figures[name]))),
];

const countRow = (title: string, measures: readonly Measure[], count: (confusion: Confusion) => number) => [
  title,
  ...measures.map(({ confusion }) => String(count(confusion))),
];

/** A column for each judge: figures with their intervals are too wide to stand side by side. */
const measuredTable = (
  truth: string,
  judges: readonly (readonly [name: string, measured: Measure])[],
): readonly string[] => {
  const measures = judges.map(([, measured]) => measured);
  return table([
    ['', ...judges.map(([name]) => plain(name))],
    ['n', ...measures.map(sizeWords)],
    countRow(`judge right, ${truth} right`, measures, ({ truePositive }) => truePositive),
    countRow(`judge right, ${truth} wrong`, measures, ({ falsePositive }) => falsePositive),
    countRow(`judge wrong, ${truth} right`, measures, ({ falseNegative }) => falseNegative),
    countRow(`judge wrong, ${truth} wrong`, measures, ({ trueNegative }) => trueNegative),
    ...figureNames.map((name) => figureRow(name, measures)),
  ]);
};

const shareWords = (figure: MeasuredFigure | undefined): string => {
  if (figure === undefined) return '';
  if (figure.value === null) return '–';
  const { value, share } = figure;
  return share === null ? number(value) : `${number(value)} (${share.x} of ${share.of})`;
};

const baselineRow = ({ name, measure: { figures, ...rest } }: Baseline): readonly string[] => [
  name,
  sizeWords({ figures, ...rest }),
  ...(['agreement', 'recall', 'specificity', 'mcc'] as const).map((one) => shareWords(figures?.[one])),
];

const againstPeople = ({ judges, baselines, ceiling, ceilingItems, ceilingReason }: JudgeReport): readonly string[] => [
  '## Judges against people',
  '',
  ...measuredTable(
    'people',
    judges.map(({ judge, againstPeople: measured }) => [judge, measured]),
  ),
  '',
  'What needs no judge, on the same items:',
  '',
  ...table([['', 'n', 'agreement', 'recall', 'specificity', 'MCC'], ...baselines.map(baselineRow)]),
  '',
  ceiling === null
    ? `Human ceiling (how often two people agree on an item): ${ceilingReason}.`
    : `Human ceiling (how often two people agree on an item): ${number(ceiling)}, over ${counted(ceilingItems, 'item')}.`,
];

const againstTests = ({ judges }: JudgeReport): readonly string[] => [
  '## Judges against tests',
  '',
  'Tests are no people: "right" here is "resolved".',
  '',
  ...measuredTable(
    'tests',
    judges.map(({ judge, againstTests: measured }) => [judge, measured]),
  ),
];

const correctedWords = ({ value, se, interval, reason }: CorrectedShare): string => {
  if (value === null) return `refused. ${reason ?? ''}`.trim();
  const error = se === null ? '' : ` (SE ${number(se)})`;
  const range = interval === null ? '' : `, 95% ${number(interval.low)} to ${number(interval.high)}`;
  return `${number(value)}${error}${range}${reason === null ? '' : `. ${reason}`}`;
};

const corrected = ({ judges }: JudgeReport): readonly string[] => [
  '## Share of right, corrected by Rogan and Gladen',
  '',
  ...table([
    ['', 'n', 'by the judge', 'J', 'corrected'],
    ...judges.map(({ judge, corrected: one }) => [
      plain(judge),
      String(one.n),
      one.raw === null ? '–' : number(one.raw),
      one.youden === null ? '–' : number(one.youden),
      correctedWords(one),
    ]),
  ]),
];

const leftOutRow = (one: JudgeFigures): readonly string[] => [
  plain(one.judge),
  ...[one.labelled, one.withoutLabel, one.otherLabels, one.undecided, one.cutViews].map(String),
  String(one.contradictions.length),
];

const leftOut = ({ judges }: JudgeReport): readonly string[] => [
  '## What the judges answered',
  '',
  ...table([
    ['', 'right or wrong', 'no label', 'other label', 'of them undecided by people', 'saw a part', 'contradictions'],
    ...judges.map(leftOutRow),
  ]),
  ...judges.flatMap(({ judge, fault }) =>
    fault === null ? [] : ['', `${plain(judge)} can't be read: ${plain(fault)}`],
  ),
];

const contradictions = ({ judges }: JudgeReport): readonly string[] => {
  const all = judges.flatMap(({ judge, contradictions: some }) => some.map((one) => ({ judge, ...one })));
  const blocks = all.flatMap((one) => [
    '',
    `### ${plain(one.judge)} on ${plain(one.runId)}/${plain(one.instanceId)} (${plain(one.place)})`,
    '',
    `Label: ${plain(one.overall ?? 'none')}${one.said === null || one.said === one.overall ? '' : ` (${plain(one.said)})`}`,
    ...one.contradictions.map((words) => `- ${plain(words)}`),
    '',
    ...(one.rationale === null ? ['It gives no text.'] : fenced(one.rationale)),
  ]);
  return [
    '## Contradictions of text and label',
    '',
    all.length === 0 ? 'None was found.' : 'Hints for a person; no figure above was changed by them.',
    ...blocks,
  ];
};

const weightWords = ({ withProbability, decided }: JudgeReport): string => {
  if (decided > 0 && withProbability === decided)
    return 'Figures against people are weighted by one over the stored probability with which an item was drawn.';
  if (withProbability === 0) return 'No item has a stored sampling probability: figures hold for these items alone.';
  return `${withProbability} of ${decided} items have a stored sampling probability, so nothing is weighted.`;
};

/** The report as Markdown that is also read as it stands. Outside text in it is text. */
export const judgeReportLines = (report: JudgeReport): readonly string[] => {
  const { items, decided, raters, plan, judges } = report;
  const head = [
    '# Judge report',
    '',
    `${counted(items, 'item')}; people decided ${decided} (${counted(raters, 'rater')}): the adjudicator's verdict, else the ` +
      "majority of their latest, without those who can't judge.",
    weightWords(report),
    `In brackets 95% intervals: of shares by Clopper and Pearson, of all else by the bootstrap over instances (${counted(plan.replicates, 'replicate')}, seed ` +
      `${plan.seed}, ${plan.generator}). Under ${fewest} items counts alone.`,
  ];
  if (judges.length === 0) return [...head, '', 'The study has no judge. Import one: `touchstone judge import`.'];
  const parts = [againstPeople, againstTests, corrected, leftOut, contradictions];
  return [...head, ...parts.flatMap((part) => ['', ...part(report)])];
};
