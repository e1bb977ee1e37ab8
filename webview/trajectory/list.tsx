import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ListedStep } from '../../src/protocol/trajectory';
import { moved } from '../kit/moves';
import { numbersOf, scrollTo, visibleRange } from '../kit/visibleRange';
import { FailureIcon, KindIcon } from './icons';
import type { StepRows } from './useRows';
import { costWords, count, durationWords, failureWords, kindWords } from './words';

const rowHeight = 22;

interface Props {
  readonly rows: StepRows;
  readonly steps: number;
  /** The chosen step, from 1. */
  readonly idx: number;
  readonly choose: (idx: number) => void;
  readonly enter: () => void;
  readonly focused: () => void;
  readonly element: RefObject<HTMLDivElement | null>;
}

/** En dash: not recorded; the column says of what. */
const cell = (value: number | null, words: (n: number) => string): string => (value === null ? '–' : words(value));

const nameOf = (step: ListedStep): string =>
  [`step ${step.idx}`, kindWords(step), failureWords(step), step.preview].filter((part) => part !== '').join(', ');

const Row = ({ step }: { step: ListedStep }) => (
  <>
    <span class="number">{step.idx}</span>
    {step.failed ? <FailureIcon /> : <KindIcon step={step} />}
    <span class="what">
      <span class="preview">{step.preview}</span>
      <span class="failure">{failureWords(step)}</span>
    </span>
    <span class="number">{cell(step.durationMs, durationWords)}</span>
    <span class="number">{cell(step.completion, count)}</span>
    <span class="number">{cell(step.costUsd, costWords)}</span>
  </>
);

/** How far the list is scrolled and how much of it is seen, in pixels. */
const useView = (list: RefObject<HTMLDivElement | null>) => {
  const [view, setView] = useState({ top: 0, height: 600 });
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    let frame = 0;
    const later = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        setView({ top: element.scrollTop, height: element.clientHeight });
      });
    };
    const sizes = new ResizeObserver(later);
    sizes.observe(element);
    element.addEventListener('scroll', later, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      element.removeEventListener('scroll', later);
    };
  }, []);
  return view;
};

/** The steps: one tab stop, virtual rows of one height, the chosen one always in the page and in view. */
export const List = ({ rows, steps, idx, choose, enter, focused, element }: Props) => {
  const view = useView(element);
  const shown = useRef(0);
  useLayoutEffect(() => {
    const list = element.current;
    if (!list || shown.current === idx) return;
    shown.current = idx;
    list.scrollTop = scrollTo(idx - 1, rowHeight, list.scrollTop, list.clientHeight);
  }, [idx, view.height]);
  const span = visibleRange(view.top, view.height, rowHeight, steps, 10);
  rows.seen(span.first, span.end);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') enter();
    const page = Math.max(1, Math.floor(view.height / rowHeight) - 1);
    const key = event.key === 'Home' || event.key === 'End' ? { ...ctrl, key: event.key } : event;
    const next = moved(key, { row: idx - 1, column: 0 }, { rows: steps, columns: 1, page });
    if (!next) return;
    event.preventDefault();
    choose(Math.max(0, next.row) + 1);
  };
  return (
    <div class="steps">
      <div class="step head quiet" aria-hidden="true">
        <span class="number">#</span>
        <span />
        <span>Step</span>
        <span class="number">Time</span>
        <span class="number">Out</span>
        <span class="number">Cost</span>
      </div>
      <div
        ref={element}
        class="list"
        role="listbox"
        aria-label="Steps"
        aria-activedescendant={`step-${idx}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onFocus={focused}
      >
        <div role="presentation" style={{ height: `${steps * rowHeight}px`, position: 'relative' }}>
          {numbersOf(span, idx - 1).map((row) => {
            const step = rows.at(row + 1);
            return (
              <div
                key={row}
                id={`step-${row + 1}`}
                class={`step${row + 1 === idx ? ' here' : ''}${step?.role === 'agent' ? '' : ' other'}`}
                role="option"
                aria-selected={row + 1 === idx}
                aria-setsize={steps}
                aria-posinset={row + 1}
                aria-label={step ? nameOf(step) : `step ${row + 1}`}
                title={step?.preview}
                tabIndex={-1}
                style={{ position: 'absolute', top: `${row * rowHeight}px` }}
                {...{ onClick: () => choose(row + 1), onDblClick: enter }}
              >
                {step ? <Row step={step} /> : <span class="number quiet">{row + 1}</span>}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
};

const ctrl = { ctrlKey: true, metaKey: false };
