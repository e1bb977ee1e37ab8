import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Remote } from '../../src/protocol/rpc';
import type { ListedStep, ShownStep } from '../../src/protocol/trajectory';
import type { PageAt, TrajectoryHostApi } from '../../src/protocol/trajectoryPage';
import { takesText } from '../kit/keyFocus';
import { StepBody } from './detail';
import { HitMarks, useStepMarks } from './hitMarks';
import { InputPane } from './inputPane';
import { Raw } from './raw';
import { RawFound } from './rawFound';
import { StepHead } from './stepHead';
import { StepStates } from './stepStates';
import type { Find } from './useFind';
import type { Place, Tab } from './usePlace';
import type { States } from './useStates';
import type { Body } from './useStep';

interface Props {
  readonly host: Remote<TrajectoryHostApi>;
  readonly at: PageAt;
  readonly body: Body;
  readonly row: ListedStep | null;
  readonly place: Place;
  readonly change: (part: Partial<Place>) => void;
  readonly find: Find;
  readonly press: (key: string) => void;
  readonly states: States;
  readonly element: RefObject<HTMLElement | null>;
  readonly leave: () => void;
  readonly focused: () => void;
}

const tabs: readonly (readonly [Tab, string])[] = [
  ['step', 'Step'],
  ['input', 'Input'],
  ['raw', 'Raw'],
];

/** Space folds the section at the top of what is seen, or unfolds it; on a button it presses. */
const useFoldKey = (element: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { activeElement: active } = document;
      const presses = active instanceof HTMLElement && active.closest('button, summary, select, dialog') !== null;
      if (event.key !== ' ' || event.ctrlKey || event.altKey || event.metaKey || takesText(active) || presses) return;
      const detail = element.current;
      const top = (detail?.getBoundingClientRect().top ?? 0) + 24;
      const parts = [...(detail?.querySelectorAll<HTMLDetailsElement>('details.part') ?? [])];
      const part = parts.find((one) => one.getBoundingClientRect().bottom > top);
      if (!part) return;
      event.preventDefault();
      part.open = !part.open;
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
};

/** How far the step is scrolled is kept over a reload; another step, or another side of it, begins at its top. */
const useScroll = ({ element, place, change }: Props, isThere: boolean): void => {
  const shown = useRef<string | null>(null);
  const key = `${place.idx} ${place.tab}`;
  useLayoutEffect(() => {
    const detail = element.current;
    if (!detail || !isThere || shown.current === key) return;
    detail.scrollTop = shown.current === null ? place.scroll : 0;
    shown.current = key;
  }, [key, isThere]);
  useEffect(() => {
    const detail = element.current;
    let later: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      clearTimeout(later);
      later = setTimeout(() => shown.current && change({ scroll: detail?.scrollTop ?? 0 }), 200);
    };
    detail?.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(later);
      detail?.removeEventListener('scroll', onScroll);
    };
  }, []);
};

const Tabs = ({ place, change }: Pick<Props, 'place' | 'change'>) => (
  <div class="ways">
    {tabs.map(([tab, words]) => (
      <button
        key={tab}
        type="button"
        class={tab === place.tab ? 'chosen' : ''}
        aria-pressed={tab === place.tab}
        onClick={() => change({ tab })}
      >
        {words}
      </button>
    ))}
  </div>
);

const Shown = ({ props, step }: { props: Props; step: ShownStep }) => {
  const { host, at, place, find, press } = props;
  const { idx, tab } = place;
  const marks = useStepMarks(find);
  const [unfolded, setUnfolded] = useState({ idx: 0, times: 0 });
  if (tab === 'raw') return <Raw refs={step.rawRefs} read={(ref, start) => host.raw({ ...at, ref, start })} />;
  if (tab === 'input') return <InputPane {...{ host, at, idx }} />;
  return (
    <HitMarks.Provider value={marks}>
      <StepBody
        step={step}
        more={(part, from, count) => host.text({ ...at, idx, part, from, count })}
        unfolded={unfolded.idx === idx ? unfolded.times : 0}
        unfoldAll={() => setUnfolded(({ times }) => ({ idx, times: times + 1 }))}
        copy={(part) => void host.copyText({ ...at, idx, part })}
        openDocument={() => void host.openDocument({ ...at, idx })}
        openFile={() => press('o')}
      />
    </HitMarks.Provider>
  );
};

/**
 * One step in full: as it was read, what its model was given, or its bytes; while a match stands in no step, its place.
 * Takes the keyboard as one region; Escape gives it to the list.
 */
export const DetailPane = (props: Props) => {
  const { host, at, body, place, find, row, element, leave, focused } = props;
  const { idx } = place;
  const fault = body !== null && 'fault' in body ? body.fault : null;
  const step = body !== null && !('fault' in body) ? body : null;
  useFoldKey(element);
  useScroll(props, step !== null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') leave();
  };
  const hit = find.kept.open ? find.hit : null;
  return (
    <section
      ref={element}
      class="detail"
      aria-label={`Step ${idx}`}
      aria-busy={body === null}
      {...{ tabIndex: 0, onKeyDown, onFocusCapture: focused }}
    >
      {hit?.place.kind === 'raw' ? (
        <RawFound
          place={hit.place}
          nth={hit.nth}
          read={({ file, start, end }) => host.rawHits({ ...at, query: find.kept.query, file, start, end })}
        />
      ) : (
        <>
          <Tabs {...props} />
          {fault !== null && (
            <p class="notice">
              Step {idx} could not be read: {fault}
            </p>
          )}
          {step && <StepHead step={step} row={row} />}
          {step && <StepStates idx={idx} states={props.states} />}
          {step && <Shown props={props} step={step} />}
        </>
      )}
    </section>
  );
};
