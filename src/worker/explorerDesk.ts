import { Explorer } from '../app/explorer/explorer';
import { explorerStudy } from '../app/explorer/explorerStudy';
import { needsRuns } from '../app/explorer/needsRuns';
import { type SearchPorts, TextSearches } from '../app/explorer/textSearch';
import type { StudyCatalogue } from '../core/study/catalogue';
import type { GroupBy, InstanceQuery, SearchState } from '../protocol/explorer';
import type { OpenedStudy } from './openedStudy';

/** The explorer over the study as it was last opened; made when it is first asked, anew when study or verdicts are. */
export class ExplorerDesk {
  private made: { readonly of: StudyCatalogue; readonly people: unknown; readonly explorer: Explorer } | undefined;
  private searches: { readonly of: StudyCatalogue['datasets']; readonly texts: TextSearches } | undefined;

  constructor(
    private readonly ports: SearchPorts,
    private readonly study: OpenedStudy,
  ) {}

  /** Over everything, runs as well. */
  async of(studyFolder: string): Promise<Explorer> {
    return this.over(studyFolder, await this.study.of(studyFolder));
  }

  /** Over what is read by now, where that is enough for the query and for what it is grouped by. */
  async for(query: InstanceQuery, by?: GroupBy): Promise<Explorer> {
    return needsRuns(query, by) ? this.of(query.studyFolder) : this.soonest(query.studyFolder);
  }

  /** Over what is read by now: the datasets at least. */
  async soonest(studyFolder: string): Promise<Explorer> {
    return this.over(studyFolder, await this.study.soonest(studyFolder));
  }

  private async over(studyFolder: string, catalogue: StudyCatalogue): Promise<Explorer> {
    const people = await this.study.people(studyFolder);
    if (this.made?.of === catalogue && this.made.people === people) return this.made.explorer;
    const rows = this.study.rowsIn(catalogue);
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

  /** Runs change nothing of a search: it goes on while the datasets stay those that were listed. */
  private textsOf({ datasets }: StudyCatalogue): TextSearches {
    if (this.searches?.of === datasets) return this.searches.texts;
    this.searches?.texts.cancel();
    const texts = new TextSearches(this.ports, datasets);
    this.searches = { of: datasets, texts };
    return texts;
  }
}
