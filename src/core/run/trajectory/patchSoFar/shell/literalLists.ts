import { type LiteralList, type LiteralPipeline, NotLiteral, type Redirect } from './literalCommand';

/** A command that is being read. */
export interface Draft {
  words: (string | null)[];
  redirects: Redirect[];
  input: string | null | undefined;
  readsFile: boolean;
}

const keywords = new Set(
  'if then else elif fi for while until do done case esac select function { } ! [[ ]] coproc time'.split(' '),
);

const emptyDraft = (): Draft => ({ words: [], redirects: [], input: undefined, readsFile: false });

/** Puts commands together to pipelines and lists as a reader comes to their ends; throws NotLiteral where one is missing. */
export class LiteralLists {
  draft = emptyDraft();
  readonly lists: LiteralList[] = [];
  private pipeline: Draft[] = [];
  private when: LiteralPipeline['when'] = 'always';
  private list: { when: LiteralPipeline['when']; commands: readonly Draft[] }[] = [];

  /** Whether a line end here is a blank: behind `&&`, `||` and `|`. */
  get goesOn(): boolean {
    const { words, redirects } = this.draft;
    return words.length + redirects.length === 0 && (this.when !== 'always' || this.pipeline.length > 0);
  }

  addWord(text: string | null, wasQuoted: boolean): void {
    const isFirst = this.draft.words.length === 0;
    if (isFirst && text !== null && !wasQuoted && keywords.has(text)) throw new NotLiteral();
    this.draft.words.push(text);
  }

  endCommand(isPiped = false): void {
    const { words, redirects } = this.draft;
    if (words.length > 0 || redirects.length > 0) this.pipeline.push(this.draft);
    else if (isPiped || this.pipeline.length > 0) throw new NotLiteral();
    this.draft = emptyDraft();
  }

  endPipeline(next: LiteralPipeline['when'] | null): void {
    this.endCommand();
    if (this.pipeline.length > 0) this.list.push({ when: this.when, commands: this.pipeline });
    else if (next !== null || this.when !== 'always') throw new NotLiteral();
    this.pipeline = [];
    this.when = next ?? 'always';
  }

  endList(): void {
    this.endPipeline(null);
    if (this.list.length > 0) this.lists.push(this.list);
    this.list = [];
  }
}
