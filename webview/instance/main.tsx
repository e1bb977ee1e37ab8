import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { InstancePage } from '../../src/core/study/page/instancePage';
import type { PageHostApi, PageViewApi, ShownPage } from '../../src/protocol/instancePage';
import { connect, keepState, keptState } from '../kit/connect';
import { reportKeyFocus } from '../kit/keyFocus';
import type { Act } from './actions';
import './main.css';
import { Page } from './page';
import { useSaid } from './useSaid';

type Shown = ShownPage | null;

interface Kept {
  readonly selected: string | null;
  readonly scroll: number;
}

let show: (page: Shown) => void = () => {};
let choose: (runKey: string) => void = () => {};
const ours: PageViewApi = {
  show: (page) => {
    show(page);
    return null;
  },
  select: ({ runKey }) => {
    choose(runKey);
    return null;
  },
};
const host = connect<PageHostApi>(ours);

/** The row to begin with: the one kept, else the first prediction with a patch to read, else the first row. */
const firstRow = ({ runs }: InstancePage, kept: string | null): string | null =>
  (runs.find(({ key }) => key === kept) ?? runs.find(({ canCompare }) => canCompare) ?? runs[0])?.key ?? null;

/** Scroll is restored once after a reload, and kept as it changes. */
const useKeptScroll = (ready: boolean): void => {
  useEffect(() => {
    const columns = ready ? document.querySelector('.columns') : null;
    if (!columns) return;
    columns.scrollTop = keptState<Kept>({ selected: null, scroll: 0 }).scroll;
    const keep = () => keepState({ ...keptState<Kept>({ selected: null, scroll: 0 }), scroll: columns.scrollTop });
    columns.addEventListener('scroll', keep, { passive: true });
    return () => columns.removeEventListener('scroll', keep);
  }, [ready]);
};

const App = () => {
  const [page, setPage] = useState<Shown>(null);
  const [selected, setSelected] = useState<string | null>(keptState<Kept>({ selected: null, scroll: 0 }).selected);
  const ready = page !== null && !('error' in page);
  const select = (runKey: string) => {
    setSelected(runKey);
    keepState({ ...keptState<Kept>({ selected: null, scroll: 0 }), selected: runKey });
  };
  useEffect(() => {
    show = setPage;
    choose = select;
    const loaded = ({ page, runKey }: { readonly page: ShownPage; readonly runKey: string | null }) => {
      if (runKey !== null) select(runKey);
      setPage(page);
    };
    void host.load(undefined).then(loaded, (error: unknown) => setPage({ error: String(error) }));
  }, []);
  useKeptScroll(ready);
  const row = page !== null && !('error' in page) ? firstRow(page, selected) : null;
  useEffect(() => {
    if (row === null) return;
    setSelected(row); // What is shown as selected stays so, whatever is evaluated or judged meanwhile.
    void host.selected({ runKey: row });
  }, [row]);
  const said = useSaid(page, row, (runKey) => host.said({ runKey }));
  if (page === null) return <p class="message quiet">Reading the instance…</p>;
  if ('error' in page) return <p class="message">{page.error}</p>;
  const act: Act = (action, runKey = row, line = null, repeat) =>
    void host.act({ action, runKey, line, repeat: repeat ?? null });
  return <Page page={page} said={said} selected={row} select={select} act={act} />;
};

const place = document.getElementById('app');
if (place) render(<App />, place);
reportKeyFocus((keys) => void host.focusChanged({ keys }));
