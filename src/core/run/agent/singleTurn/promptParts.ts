import type { Instance } from '../../../instance/instance';

/** A file of the repository that a prompt holds. */
export interface PromptFile {
  readonly path: string;
  readonly text: string;
}

/** What a prompt was made of: kept with the prediction, for what was shown decides what could be answered. */
export interface PromptContents {
  /** `row`: the dataset's own text; `statement`: the statement with what of the repository is named beside it. */
  readonly from: 'row' | 'statement';
  readonly characters: number;
  /** Paths of the repository that were listed, and that there are; null: no list. */
  readonly listed: { readonly shown: number; readonly of: number } | null;
  /** Files whose text stands in it, and by what they were chosen. */
  readonly files: readonly string[];
  readonly chosenBy: 'row' | 'the statement' | 'all that fit' | null;
}

/** A prompt of one turn. */
export interface SingleTurnPrompt {
  readonly text: string;
  readonly contents: PromptContents;
}

/** The row's own prompt (SWE-bench's oracle and BM25 datasets: `text`); null where it has none. */
export const rowPrompt = ({ extra }: Instance): string | null => {
  const text = extra['text'];
  return typeof text === 'string' && /\S/.test(text) ? text : null;
};

/** Paths that the dataset's own retrieval found (`hits` of SWE-bench's BM25), best first; none is of the gold patch. */
const rowHits = ({ extra }: Instance): readonly string[] => {
  const hits = extra['hits'];
  if (!Array.isArray(hits)) return [];
  return hits.flatMap((hit: unknown) => {
    const path = typeof hit === 'object' && hit !== null && 'docid' in hit ? hit.docid : hit;
    return typeof path === 'string' ? [path] : [];
  });
};

/** Endings of files that are no source to read. */
const noSource =
  /\.(?:png|jpe?g|gif|ico|svg|pdf|zip|gz|bz2|xz|jar|class|pyc|so|dylib|dll|exe|woff2?|ttf|eot|mp[34]|lock|min\.js|map|snap)$|(?:^|\/)(?:package-lock\.json|yarn\.lock)$/i;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const mentions = (statement: string, path: string): number => {
  const name = path.split('/').at(-1) ?? path;
  const stem = name.replace(/\.[^.]*$/, '');
  if (statement.includes(path)) return 3;
  if (name.includes('.') && statement.includes(name)) return 2;
  return stem.length > 2 && new RegExp(`\\b${escaped(stem)}\\b`, 'i').test(statement) ? 1 : 0;
};

const mostStatement = 200_000;

/** Files that a prompt may show the text of, the likeliest first: by the statement alone, never by the gold patch. */
export const likelyFiles = (
  instance: Instance,
  paths: readonly string[],
): { readonly paths: readonly string[]; readonly by: 'row' | 'the statement' | 'all that fit' } => {
  const sources = paths.filter((path) => !noSource.test(path));
  const hits = rowHits(instance).filter((path) => sources.includes(path));
  if (hits.length > 0) return { paths: hits, by: 'row' };
  const statement = (instance.statement ?? '').slice(0, mostStatement);
  const scored = sources.map((path) => ({ path, score: mentions(statement, path) }));
  const byScore = [...scored].sort((a, b) => b.score - a.score || a.path.length - b.path.length);
  const named = byScore.filter(({ score }) => score > 0);
  if (named.length > 0 && sources.length > 40) return { paths: named.map(({ path }) => path), by: 'the statement' };
  return { paths: byScore.map(({ path }) => path), by: 'all that fit' };
};
