import { Explorer } from '../app/explorer/explorer';
import { type ExplorerDataset, type ExplorerVerdict, explorerStudy } from '../app/explorer/explorerStudy';
import { type SearchPorts, TextSearches } from '../app/explorer/textSearch';
import type { VerdictSummary } from '../app/readVerdicts';
import type { StudyCatalogue } from '../core/study/catalogue';
import type { SearchState } from '../protocol/explorer';

/** The explorer over the study as it was last opened; made when it is first asked, anew after a change. */
export class ExplorerDesk {
  private explorer: Explorer | undefined;
  private searches: TextSearches | undefined;
  private study: { readonly catalogue: StudyCatalogue; readonly datasets: readonly ExplorerDataset[] } | undefined;
  private people: VerdictSummary | null = null;

  constructor(private readonly ports: SearchPorts) {}

  setStudy(catalogue: StudyCatalogue, datasets: readonly ExplorerDataset[]): void {
    this.study = { catalogue, datasets };
    this.searches?.cancel();
    this.searches = undefined;
    this.explorer = undefined;
  }

  setPeople(people: VerdictSummary): void {
    this.people = people;
    this.explorer = undefined;
  }

  /** The explorer of a study's folder; throws where another study, or none, is open. */
  of(studyFolder: string): Explorer {
    if (this.study?.catalogue.root !== studyFolder) throw new Error(`${studyFolder} is not the study that is open.`);
    this.explorer ??= this.make(this.study.catalogue, this.study.datasets);
    return this.explorer;
  }

  searchState(text: string): SearchState {
    return this.searches?.of(text)?.state ?? { running: false, read: 0, of: 0 };
  }

  private make(catalogue: StudyCatalogue, datasets: readonly ExplorerDataset[]): Explorer {
    this.searches ??= new TextSearches(this.ports, datasets);
    const { searches } = this;
    const study = explorerStudy(catalogue, datasets, (id, hash) => this.verdictsOn(id, hash));
    return new Explorer(study, (text) => {
      const search = searches.of(text);
      return search ? { rows: search.rows, revision: search.revision } : { rows: null, revision: 0 };
    });
  }

  private verdictsOn(instanceId: string, patchHash: string | null): readonly ExplorerVerdict[] {
    return this.people?.of(instanceId, patchHash)?.raters ?? [];
  }
}
