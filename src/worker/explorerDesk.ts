import { Explorer } from '../app/explorer/explorer';
import { explorerStudy } from '../app/explorer/explorerStudy';
import { type SearchPorts, TextSearches } from '../app/explorer/textSearch';
import type { StudyCatalogue } from '../core/study/catalogue';
import type { SearchState } from '../protocol/explorer';
import type { OpenedStudy } from './openedStudy';

/** The explorer over the study as it was last opened; made when it is first asked, anew when study or verdicts are. */
export class ExplorerDesk {
  private made: { readonly of: StudyCatalogue; readonly people: unknown; readonly explorer: Explorer } | undefined;
  private searches: { readonly of: StudyCatalogue; readonly texts: TextSearches } | undefined;

  constructor(
    private readonly ports: SearchPorts,
    private readonly study: OpenedStudy,
  ) {}

  async of(studyFolder: string): Promise<Explorer> {
    const catalogue = await this.study.of(studyFolder);
    const people = await this.study.people(studyFolder);
    if (this.made?.of === catalogue && this.made.people === people) return this.made.explorer;
    const rows = await this.study.rowsOf(studyFolder);
    const texts = this.textsOf(catalogue);
    const verdictsOn = (id: string, hash: string | null) => people.of(id, hash)?.raters ?? [];
    const explorer = new Explorer(explorerStudy(catalogue, rows, verdictsOn), (text) => {
      const search = texts.of(text);
      return search ? { rows: search.rows, revision: search.revision } : { rows: null, revision: 0 };
    });
    this.made = { of: catalogue, people, explorer };
    void explorer.warmUp(() => new Promise((resolve) => setImmediate(resolve)));
    return explorer;
  }

  searchState(text: string): SearchState {
    return this.searches?.texts.of(text)?.state ?? { running: false, read: 0, of: 0 };
  }

  private textsOf(catalogue: StudyCatalogue): TextSearches {
    if (this.searches?.of === catalogue) return this.searches.texts;
    this.searches?.texts.cancel();
    const texts = new TextSearches(this.ports, catalogue.datasets);
    this.searches = { of: catalogue, texts };
    return texts;
  }
}
