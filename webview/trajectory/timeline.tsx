import { useRef } from 'preact/hooks';
import { durationWords } from '../../src/core/run/trajectory/factWords';
import type { TimelineLane } from '../../src/core/run/trajectory/timeline/timeline';
import { shownText } from '../../src/core/shared/shownText';
import type { Remote } from '../../src/protocol/rpc';
import type { ListedStep, TrajectoryShape } from '../../src/protocol/trajectory';
import type { ListMove } from '../../src/protocol/trajectoryList';
import type { PageAt, TrajectoryHostApi } from '../../src/protocol/trajectoryPage';
import { TimelineDrawing } from './timelineDrawing';
import { stepAt } from './timelineShapes';
import { type Drawn, useTimeline, useWidth } from './useTimeline';
import { count, failureWords } from './words';

interface Props {
  readonly host: Remote<TrajectoryHostApi>;
  readonly at: PageAt;
  readonly shape: TrajectoryShape;
  /** Changes where a step that is known may have got more. */
  readonly age: number;
  /** The chosen step, and its row where it is here. */
  readonly idx: number;
  readonly chosen: ListedStep | null;
  readonly marks: readonly number[];
  readonly choose: (idx: number) => void;
  readonly move: (move: ListMove) => void;
}

const moves: Readonly<Record<string, ListMove>> = {
  ArrowRight: { kind: 'by', steps: 1 },
  ArrowLeft: { kind: 'by', steps: -1 },
  ArrowDown: { kind: 'by', steps: 1 },
  ArrowUp: { kind: 'by', steps: -1 },
  PageDown: { kind: 'by', steps: 10 },
  PageUp: { kind: 'by', steps: -10 },
  Home: { kind: 'end', back: true },
  End: { kind: 'end', back: false },
};

const laneName = ({ agentId, name }: TimelineLane): string => shownText(name ?? agentId);

/** Names of the lanes, sub-agents indented; what is theirs after it. */
const Labels = ({ drawn, model }: { drawn: Drawn; model: string | null }) => {
  const { lanes, lost, container } = drawn.timeline;
  const main = lanes.find(({ kind }) => kind === 'main') ?? lanes[0];
  const replies = lost.reduce((sum, bar) => sum + bar.count, 0);
  return (
    <div class="lane-names" aria-hidden="true">
      {lanes.map((lane) => (
        <span
          key={lane.agentId}
          style={{ paddingLeft: `${lane.depth * 10}px` }}
          title={lane === main && model !== null ? `${laneName(lane)}, ${model}` : laneName(lane)}
        >
          {laneName(lane)} {lane === main && model !== null && <span class="quiet">{model}</span>}
        </span>
      ))}
      {lost.length > 0 && (
        <span>
          re-asked <span class="quiet">{count(replies)} lost</span>
        </span>
      )}
      {container !== null && <span>container</span>}
    </div>
  );
};

const summary = ({ timeline }: Drawn): string => {
  const { axis, lanes, moreLanes, lost } = timeline;
  const length = axis.kind === 'time' ? durationWords(axis.end - axis.start) : 'steps of equal width';
  const names = lanes.length === 1 ? '1 agent' : `${lanes.length + moreLanes} agents`;
  return `Timeline, ${length}, ${names}${lost.length > 0 ? ', with lost replies' : ''}`;
};

const whyOf = (pauseMs: number | null): string =>
  pauseMs === null
    ? 'Times are not recorded'
    : `A pause of ${durationWords(pauseMs)} would leave no room for the steps`;

const valueText = ({ idx, chosen, shape }: Props): string => {
  const start = shape.head.startedAt;
  const after =
    chosen?.startedAt != null && start !== null && chosen.startedAt >= start
      ? `, ${durationWords(chosen.startedAt - start)} into the run`
      : '';
  const failed = chosen === null ? '' : failureWords(chosen);
  return `step ${idx} of ${shape.steps}${failed === '' ? '' : `, ${failed}`}${after}`;
};

/** What happened when: a lane for each agent, one for replies that were lost, one for the container. */
export const Timeline = (props: Props) => {
  const { host, at, shape, age, idx, chosen, marks, choose, move } = props;
  const area = useRef<HTMLDivElement>(null);
  const width = useWidth(area);
  const drawn = useTimeline(host, at, shape.steps, age, width);
  const onKeyDown = (event: KeyboardEvent) => {
    const wish = event.ctrlKey || event.metaKey || event.altKey ? undefined : moves[event.key];
    if (!wish) return;
    event.preventDefault();
    move(wish);
  };
  const onPoint = (x: number, lane: number) => {
    const step = drawn && stepAt(drawn.timeline, drawn.width, x, lane);
    if (step !== null) choose(step);
  };
  return (
    <section class="timeline" aria-label="Timeline">
      {drawn && <Labels drawn={drawn} model={shape.head.model} />}
      <div
        ref={area}
        class="lanes"
        role="slider"
        tabIndex={0}
        aria-label={drawn ? summary(drawn) : 'Timeline'}
        aria-valuemin={1}
        aria-valuemax={shape.steps}
        aria-valuenow={idx}
        aria-valuetext={valueText(props)}
        onKeyDown={onKeyDown}
      >
        {drawn && <TimelineDrawing {...{ drawn, idx, chosen, marks, onPoint }} />}
      </div>
      {drawn?.timeline.axis.kind === 'steps' && (
        <p class="axis-note quiet">{whyOf(drawn.timeline.axis.pauseMs)}: every step is as wide as the others.</p>
      )}
      {drawn !== null && drawn.timeline.moreLanes > 0 && (
        <p class="axis-note quiet">{count(drawn.timeline.moreLanes)} more agents have no lane here.</p>
      )}
    </section>
  );
};
