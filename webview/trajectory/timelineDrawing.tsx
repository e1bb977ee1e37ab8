import type { Timeline, TimelineBar } from '../../src/core/run/trajectory/timeline/timeline';
import type { ListedStep } from '../../src/protocol/trajectory';
import { barOf, barsPath, laneHeight, rowsOf, stepX } from './timelineShapes';
import { timelineTicks } from './timelineTicks';
import type { Drawn } from './useTimeline';
import { count } from './words';

interface Props {
  readonly drawn: Drawn;
  readonly idx: number;
  readonly chosen: ListedStep | null;
  readonly marks: readonly number[];
  readonly onPoint: (x: number, lane: number) => void;
}

const top = 17;
const foot = 18;

const failedOf = (bars: readonly TimelineBar[]): readonly TimelineBar[] => bars.filter(({ failed }) => failed);

/** A failure is told at the end of its step. */
const endsOf = (bars: readonly TimelineBar[]): readonly TimelineBar[] =>
  bars.map((bar) => ({ ...bar, from: Math.max(bar.from, bar.to - 4) }));

const Ticks = ({ drawn, height }: { drawn: Drawn; height: number }) => (
  <g class="ticks">
    {timelineTicks(drawn.timeline.axis, drawn.width).map(({ x, label }) => (
      <g key={label}>
        <path d={`M${Math.round(x) + 0.5} ${top - 1}V${height - foot}`} />
        <text x={x} y={height - 5} text-anchor={x < 20 ? 'start' : x > drawn.width - 30 ? 'end' : 'middle'}>
          {label}
        </text>
      </g>
    ))}
  </g>
);

/** Lost replies, hatched, with how many where there is room to say it. */
const Lost = ({ bars, y }: { bars: readonly TimelineBar[]; y: number }) => (
  <g class="lost-lane">
    <path d={barsPath(bars, y)} />
    {bars
      .filter(({ from, to, count: n }) => to - from > 10 + 7 * count(n).length)
      .map(({ from, to, count: n, first }) => (
        <g key={first}>
          <rect
            x={(from + to) / 2 - 4 - 3.5 * count(n).length}
            y={y + 1.5}
            width={8 + 7 * count(n).length}
            height="11"
          />
          <text x={(from + to) / 2} y={y + 11} text-anchor="middle">
            {count(n)}
          </text>
        </g>
      ))}
  </g>
);

const labelWidth = 52;

/** Failed bars whose exit code fits between them and the next bar. */
const exitLabels = (bars: readonly TimelineBar[], width: number): readonly TimelineBar[] =>
  bars.filter(
    ({ to, failed, exitCode }, at) =>
      failed && exitCode !== null && to + labelWidth <= Math.min(width, bars[at + 1]?.from ?? width),
  );

const Container = ({ bars, y, width }: { bars: readonly TimelineBar[]; y: number; width: number }) => (
  <g class="container-lane">
    <path d={barsPath(bars, y)} />
    <path class="failed" d={barsPath(failedOf(bars), y)} />
    {exitLabels(bars, width).map(({ to, exitCode, first }) => (
      <text key={first} class="exit" x={to + 5} y={y + 11}>
        exit {exitCode}
      </text>
    ))}
  </g>
);

/** The chosen step: its bar whole, a line through all lanes, its number above. */
const Now = ({ drawn, idx, chosen, height }: Props & { height: number }) => {
  const { timeline, width } = drawn;
  const lane = timeline.lanes.findIndex(({ agentId }) => agentId === chosen?.agentId);
  const bar = barOf(timeline.lanes[lane]?.bars ?? timeline.lanes.flatMap(({ bars }) => bars), idx);
  const x = stepX(timeline, width, idx, chosen) ?? bar?.from ?? null;
  if (x === null) return null;
  const half = 8 + 3.5 * count(idx).length;
  const middle = Math.min(width - half, Math.max(half, x));
  return (
    <g class="now">
      {bar && lane >= 0 && <path class="bar" d={barsPath([bar], top + lane * laneHeight)} />}
      <path class="line" d={`M${Math.round(x) + 0.5} 13V${height - foot}`} />
      <rect x={middle - half} y="0" width={2 * half} height="14" rx="3" />
      <text x={middle} y="11" text-anchor="middle">
        {count(idx)}
      </text>
    </g>
  );
};

const markX = (timeline: Timeline, width: number, idx: number): number | null =>
  timeline.axis.kind === 'steps'
    ? stepX(timeline, width, idx, null)
    : (timeline.lanes.map(({ bars }) => barOf(bars, idx)).find((bar) => bar !== null)?.from ?? null);

const Marks = ({ drawn: { timeline, width }, marks }: Props) => (
  <g class="marks">
    {marks.map((idx) => {
      const x = markX(timeline, width, idx);
      return x === null ? null : <path key={idx} d={`M${Math.max(0, x - 3)} ${top - 8}h6v8l-3-2.6-3 2.6z`} />;
    })}
  </g>
);

/** The lanes as a picture; what it says is in the list beside it. */
export const TimelineDrawing = (props: Props) => {
  const { drawn, onPoint } = props;
  const { timeline, width } = drawn;
  const { lanes, lost, container } = timeline;
  const height = top + rowsOf(timeline).length * laneHeight + foot;
  const y = (row: number) => top + row * laneHeight;
  return (
    <svg
      aria-hidden="true"
      width={width}
      height={height}
      onClick={({ offsetX, offsetY }) => onPoint(offsetX, Math.floor((offsetY - top + 2) / laneHeight))}
    >
      <defs>
        <pattern id="hatched" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0v6" />
        </pattern>
      </defs>
      <Ticks {...{ drawn, height }} />
      {lanes.map(({ agentId, bars }, at) => (
        <g key={agentId} class="agent-lane">
          <path d={barsPath(bars, y(at))} />
          {container === null && <path class="failed" d={barsPath(endsOf(failedOf(bars)), y(at))} />}
        </g>
      ))}
      {lost.length > 0 && <Lost bars={lost} y={y(lanes.length)} />}
      {container !== null && (
        <Container bars={container} y={y(lanes.length + (lost.length > 0 ? 1 : 0))} width={width} />
      )}
      <Marks {...props} />
      <Now {...props} height={height} />
    </svg>
  );
};
