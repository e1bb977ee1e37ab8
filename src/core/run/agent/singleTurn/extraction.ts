/** Half-open range of characters of the reply. */
export interface ReplySpan {
  readonly start: number;
  readonly end: number;
}

/** Why nothing could be taken out of a reply: a failure of its own, never an empty answer. */
export type ExtractionFault =
  /** The reply has no text. */
  | 'empty-reply'
  /** The reply was cut off by its length in the middle of what was to be taken. */
  | 'cut'
  /** Nothing stands where the answer should. */
  | 'no-block'
  /** Something stands there, and it is no patch, no code, no edit of a file. */
  | 'not-an-answer'
  /** Edits stand there, and none of them fits the repository's files. */
  | 'no-edit-fits';

/** What an extractor found. `text` is the texts of `spans` one after the other: nothing is added and nothing mended. */
export type Extraction =
  | {
      readonly kind: 'extracted';
      readonly text: string;
      readonly spans: readonly ReplySpan[];
      /** By which of the extractor's rules, for people: `the first \`\`\`diff block`. */
      readonly rule: string;
      /** What was tolerated, a sentence each. */
      readonly notes: readonly string[];
    }
  | { readonly kind: 'failed'; readonly fault: ExtractionFault; readonly say: string };

/** What is known of the reply beside its text. */
export interface ReplyFacts {
  /** The provider ended it because it was too long. */
  readonly cut: boolean;
}

/** A rule by which an answer is taken out of a reply. Never throws; the same reply gives the same extraction. */
export interface Extractor {
  readonly name: string;
  /** Counts up with every change that can change an extraction. */
  readonly version: number;
  extract(reply: string, facts: ReplyFacts): Extraction;
}

export const failed = (fault: ExtractionFault, say: string): Extraction => ({ kind: 'failed', fault, say });

export const taken = (
  reply: string,
  spans: readonly ReplySpan[],
  rule: string,
  notes: readonly string[] = [],
): Extraction => ({
  kind: 'extracted',
  text: spans.map(({ start, end }) => reply.slice(start, end)).join(''),
  spans,
  rule,
  notes,
});

/** The failure that every extractor shares: there is no reply to look into. Null: there is. */
export const nothingSaid = (reply: string, { cut }: ReplyFacts): Extraction | null => {
  if (/\S/.test(reply)) return null;
  return cut
    ? failed('cut', 'The reply was cut off by its length before it said anything.')
    : failed('empty-reply', 'The reply is empty.');
};
