import type { Criterion, Rubric, TrainingExample } from './rubric';

const optionsOf = ({ options }: Criterion): string =>
  options.map(({ value, label, anchor }) => `- **${label}** (\`${String(value)}\`): ${anchor}`).join('\n');

const criterionText = (asked: Criterion): string =>
  [`### ${asked.question}`, asked.help ?? '', optionsOf(asked), asked.evidence.say ?? '']
    .filter((part) => part !== '')
    .join('\n\n');

const said = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const fenced = (text: string): string => {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text.trimEnd()}\n${fence}`;
};

const exampleText = ({ id, given, answers, overall, taskDefect, failureMode, why }: TrainingExample): string => {
  const told = Object.entries(given).map(([pane, text]) => `${pane}:\n\n${fenced(text)}`);
  const right = [
    ...Object.entries(answers).map(([name, value]) => `- ${name}: ${said(value)}`),
    `- overall: ${said(overall)}`,
    ...(taskDefect.length > 0 ? [`- task defect: ${taskDefect.join(', ')}`] : []),
    ...(failureMode === null ? [] : [`- failure mode: ${failureMode}`]),
  ];
  return [`### ${id}`, ...told, right.join('\n'), `Why: ${why}`].join('\n\n');
};

/** A rubric to be read before one rates by it: purpose, instructions, what each answer stands for, invented examples. */
export const rubricText = (rubric: Rubric): string =>
  [
    `# ${rubric.title}`,
    rubric.purpose,
    rubric.instructions.trim(),
    '## Questions',
    ...rubric.criteria.map(criterionText),
    criterionText(rubric.overall),
    '## Confidence',
    rubric.confidence.anchors.map((anchor, at) => `${at + 1}. ${anchor}`).join('\n'),
    '## Examples',
    ...rubric.training.map(exampleText),
    '',
  ].join('\n\n');
