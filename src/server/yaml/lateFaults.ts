import type { TextDocument } from 'vscode-languageserver-textdocument';

/** A pause after the last edit before files, datasets and repositories are looked at. */
const pauseMs = 300;

interface Work<T> {
  readonly text: string;
  readonly stop: AbortController;
  timer: NodeJS.Timeout | undefined;
  found: readonly T[] | null;
}

/**
 * Faults that take files to find. `of` gives those of this very text as far as they are known, and has them looked for
 * where they are not; the next edit stops the search. `told` is called when there is more to say.
 */
export class LateFaults<T> {
  private readonly works = new Map<string, Work<T>>();

  constructor(
    private readonly look: (document: TextDocument, signal: AbortSignal) => Promise<readonly T[]>,
    private readonly told: (uri: string) => void,
    private readonly failed: (uri: string, error: unknown) => void,
  ) {}

  of(document: TextDocument): readonly T[] {
    const text = document.getText();
    const known = this.works.get(document.uri);
    if (known?.text === text) return known.found ?? [];
    this.close(document.uri);
    const work: Work<T> = { text, stop: new AbortController(), timer: undefined, found: null };
    work.timer = setTimeout(() => void this.run(document, work), pauseMs);
    this.works.set(document.uri, work);
    return [];
  }

  /** What was found goes: something beside the documents has changed. */
  forget(): void {
    for (const uri of [...this.works.keys()]) this.close(uri);
  }

  close(uri: string): void {
    const work = this.works.get(uri);
    clearTimeout(work?.timer);
    work?.stop.abort();
    this.works.delete(uri);
  }

  private async run(document: TextDocument, work: Work<T>): Promise<void> {
    try {
      work.found = await this.look(document, work.stop.signal);
    } catch (error) {
      if (work.stop.signal.aborted) return;
      work.found = [];
      this.failed(document.uri, error);
    }
    if (this.works.get(document.uri) === work && work.found.length > 0) this.told(document.uri);
  }
}
