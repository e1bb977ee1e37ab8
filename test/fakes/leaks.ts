import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Something that a rater of the sample study must not read before the verdict, and why. */
export interface Secret {
  readonly why: string;
  readonly pattern: RegExp;
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

const word = (text: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])${escaped(text)}(?![\\p{L}\\p{N}])`, 'iu');

const lines = (path: string): readonly string[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '');

type Fields = Readonly<Record<string, unknown>>;

const rowsOf = (path: string): readonly Fields[] => lines(path).map((line) => JSON.parse(line));

const added = (patch: unknown): readonly string[] =>
  String(patch)
    .split('\n')
    .flatMap((line) => (line.startsWith('+') && !line.startsWith('+++') ? [line.slice(1).trim()] : []));

/** Lines that stand in gold, and in no model's patch nor in what the rater is told: whoever reads one has seen gold. */
const goldLines = (folder: string, runs: readonly string[]): readonly Secret[] => {
  const told = runs.flatMap((run) =>
    rowsOf(join(folder, 'runs', run, 'predictions.jsonl')).map(({ model_patch }) => String(model_patch)),
  );
  return rowsOf(join(folder, 'datasets/spandrel.jsonl')).flatMap(({ instance_id, patch, problem_statement }) =>
    added(patch)
      .filter(
        (line) =>
          line.length > 24 && !told.some((patch) => patch.includes(line)) && !String(problem_statement).includes(line),
      )
      .map((line) => ({ why: `gold of ${String(instance_id)}`, pattern: new RegExp(escaped(line)) })),
  );
};

const rationales = (folder: string): readonly string[] =>
  ['magpie', 'wren'].flatMap((judge) =>
    rowsOf(join(folder, `judge/${judge}.jsonl`)).flatMap(({ analysis, rationale }) => {
      const said = String(analysis ?? rationale ?? '').slice(0, 40);
      return said.length > 20 ? [said] : [];
    }),
  );

/** Everything of the sample study that its plan hides, by its own files. */
export const secretsOf = (folder: string): readonly Secret[] => {
  const runs = ['kestrel-1', 'kestrel-1-a2', 'kestrel-1-a3', 'heron-2'];
  return [
    ...['kestrel', 'kestrel1', 'heron', 'heron2'].map((name) => ({ why: 'a model', pattern: word(name) })),
    ...['magpie', 'wren'].map((name) => ({ why: 'a judge', pattern: word(name) })),
    ...rationales(folder).map((said) => ({
      why: 'what a judge says',
      pattern: new RegExp(escaped(JSON.stringify(said).slice(1, -1))),
    })),
    ...['amber', 'birch', 'cedar', 'dune'].map((name) => ({ why: 'another rater', pattern: word(name) })),
    ...goldLines(folder, runs),
  ];
};

/** How answers tell of outcomes, whatever words are made of them. */
export const outcomeSecrets: readonly Secret[] = [
  { why: 'an outcome', pattern: /"kind":"(?:resolved|unresolved|none)"/ },
  { why: 'an outcome', pattern: /"resolved":(?:true|false|[1-9])/ },
  { why: 'counts of outcomes', pattern: /[✓✗]\d/u },
  { why: 'tests that passed or failed', pattern: /"failToPass":"\d|"(?:passed|failed)"/ },
];

/** The secrets that stand in a text, each with what is around it. */
export const leaksIn = (text: string, secrets: readonly Secret[]): readonly string[] =>
  secrets.flatMap(({ why, pattern }) => {
    const found = pattern.exec(text);
    if (!found) return [];
    const around = text.slice(Math.max(0, found.index - 80), found.index + found[0].length + 40);
    return [`${why}: ${around.replaceAll('\n', ' ')}`];
  });
