import type { OutcomeClass } from '../../src/core/evaluation/outcomeWords';
import type { TestCell } from '../../src/core/study/page/instancePage';

const ring = <circle cx="8" cy="8" r="6.5" fill="none" stroke="currentColor" />;

const shapes = {
  check: (
    <>
      {ring}
      <path d="M5 8.2 7.2 10.4 11.2 6" fill="none" stroke="currentColor" />
    </>
  ),
  cross: (
    <>
      {ring}
      <path d="M5.6 5.6 10.4 10.4M10.4 5.6 5.6 10.4" fill="none" stroke="currentColor" />
    </>
  ),
  bars: (
    <>
      {ring}
      <path d="M5 11V8.5M8 11V5M11 11V7" fill="none" stroke="currentColor" />
    </>
  ),
  dashed: (
    <>
      <circle cx="8" cy="8" r="6.5" fill="none" stroke="currentColor" stroke-dasharray="2.6 1.9" />
      <path d="M5.5 8h5" fill="none" stroke="currentColor" />
    </>
  ),
  slashed: (
    <>
      {ring}
      <path d="M3.6 12.4 12.4 3.6" fill="none" stroke="currentColor" />
    </>
  ),
  empty: ring,
} as const;

const byOutcome = {
  resolved: ['check', 'resolved'],
  unresolved: ['cross', 'unresolved'],
  scored: ['bars', 'quiet'],
  none: ['dashed', 'no-verdict'],
  'not-evaluated': ['empty', 'quiet'],
} as const;

const byCell = {
  passed: ['check', 'resolved'],
  failed: ['cross', 'unresolved'],
  absent: ['slashed', 'unresolved'],
  skipped: ['slashed', 'quiet'],
  unknown: ['empty', 'quiet'],
} as const;

const Mark = ({ shape, tone, label }: { shape: keyof typeof shapes; tone: string; label: string }) => (
  <svg class={`icon ${tone}`} viewBox="0 0 16 16" role="img" aria-label={label}>
    <title>{label}</title>
    {shapes[shape]}
  </svg>
);

/** Shape and colour and name: never colour alone. */
export const OutcomeIcon = ({ outcome, label }: { outcome: OutcomeClass; label: string }) => {
  const [shape, tone] = byOutcome[outcome];
  return <Mark shape={shape} tone={tone} label={label} />;
};

export const CellIcon = ({ cell }: { cell: TestCell }) => {
  const [shape, tone] = byCell[cell];
  return <Mark shape={shape} tone={tone} label={cell} />;
};
