import * as vscode from 'vscode';
import { shownText } from '../../core/shared/shownText';
import { type Facet, facetTitles, runOfValue } from '../../core/study/facetWords';
import type { FacetChoice, FacetList } from '../../protocol/explorer';
import { showFailure } from '../platform/messages';
import type { Services } from '../platform/services';
import type { InstanceFilter } from '../views/instanceFilter';
import type { InstanceTree } from '../views/instanceTree';

interface FacetItem extends vscode.QuickPickItem {
  readonly facet?: Facet;
  readonly value?: string;
}

const isChosen = ({ facet, value }: FacetItem, facets: FacetChoice): boolean =>
  facet !== undefined && value !== undefined && (facets[facet] ?? []).includes(value);

/** A facet whose only value is "unknown" tells nothing. */
const tells = ({ values }: FacetList, chosen: boolean): boolean => chosen || values.some(({ value }) => value !== '');

const itemsOf = (lists: readonly FacetList[], facets: FacetChoice): FacetItem[] =>
  lists.flatMap((list): FacetItem[] => {
    const { facet, run, title, values, more } = list;
    const words = (label: string): string =>
      run === null ? `${title}: ${label}` : `${facetTitles.outcome}: ${label} by ${run}`;
    if (!tells(list, (facets[facet] ?? []).length > 0)) return [];
    const items = values.map(
      ({ value, label, count }): FacetItem => ({
        // All in one text: what is typed ("language py", "unresolved heron") is sought in each text by itself.
        label: shownText(words(label)),
        description: count.toLocaleString('en-US'),
        facet,
        value,
      }),
    );
    const cut: FacetItem[] =
      more > 0 ? [{ label: `${more} more; search their words`, kind: vscode.QuickPickItemKind.Separator }] : [];
    return [{ label: title, kind: vscode.QuickPickItemKind.Separator }, ...items, ...cut];
  });

const choiceOf = (items: readonly FacetItem[]): FacetChoice => {
  const chosen: Partial<Record<Facet, string[]>> = {};
  for (const { facet, value } of items) {
    if (facet === undefined || value === undefined) continue;
    chosen[facet] = [...(chosen[facet] ?? []), value];
  }
  return chosen;
};

/** The run whose outcome stands at the instances follows the one that is filtered by. */
const runOf = (facets: FacetChoice, before: string | null): string | null => {
  const runs = new Set((facets.outcome ?? []).map(runOfValue));
  const [only] = runs;
  return runs.size === 1 && only !== undefined ? only : before;
};

/** New counts replace the list, and a tick that is made in that moment is lost: so they wait until ticking pauses. */
const settleMs = 150;

/** All facets with their counts in one list; the counts follow every tick, each facet counted under all others. */
class FacetPick {
  private readonly pick = vscode.window.createQuickPick<FacetItem>();
  private asked = 0;
  private settling: NodeJS.Timeout | undefined;

  constructor(
    private readonly services: Services,
    private readonly tree: InstanceTree,
    private readonly change: (part: Partial<InstanceFilter>) => void,
  ) {}

  async show(): Promise<void> {
    const { pick, tree } = this;
    pick.title = 'Filter instances';
    pick.placeholder = 'Tick values; several of one facet are alternatives';
    pick.canSelectMany = true;
    pick.matchOnDescription = true;
    pick.keepScrollPosition = true;
    pick.busy = true;
    const read = this.services.study.onDidChange(() => void this.selected(pick.selectedItems));
    pick.onDidHide(() => {
      read.dispose();
      clearTimeout(this.settling);
      pick.dispose();
    });
    pick.onDidAccept(() => this.accept());
    pick.show();
    await this.count(tree.filter.facets);
    pick.onDidChangeSelection((items) => {
      clearTimeout(this.settling);
      this.settling = setTimeout(() => void this.selected(items), settleMs);
    });
  }

  private accept(): void {
    const facets = choiceOf(this.pick.selectedItems);
    this.change({ facets, runKey: runOf(facets, this.tree.filter.runKey) });
    this.pick.hide();
  }

  private async selected(items: readonly FacetItem[]): Promise<void> {
    try {
      await this.count(choiceOf(items));
    } catch (error) {
      void showFailure(this.services.log, 'The counts could not be read', error);
    }
  }

  /** Counts under a choice and shows them; an answer that a later tick has overtaken is dropped. */
  private async count(facets: FacetChoice): Promise<void> {
    this.asked += 1;
    const { asked, pick } = this;
    pick.busy = true;
    const { facets: lists, total } = await this.services.app.remote.exploreFacets({ query: this.tree.query(facets) });
    if (asked !== this.asked) return;
    const active = pick.activeItems[0];
    const items = itemsOf(lists, facets);
    pick.items = items;
    pick.selectedItems = items.filter((item) => isChosen(item, facets));
    pick.activeItems = items
      .filter(({ facet, value }) => facet === active?.facet && value === active?.value)
      .slice(0, 1);
    const follow = this.services.study.isReading ? '; runs are being read, outcomes follow' : '';
    pick.title = `Filter instances: ${total.toLocaleString('en-US')} found${follow}`;
    pick.busy = false;
  }
}

export const askFacets = (
  services: Services,
  tree: InstanceTree,
  change: (part: Partial<InstanceFilter>) => void,
): Promise<void> => new FacetPick(services, tree, change).show();
