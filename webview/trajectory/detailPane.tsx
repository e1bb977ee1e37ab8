import type { RefObject } from 'preact';
import type { Remote } from '../../src/protocol/rpc';
import type { ListedStep } from '../../src/protocol/trajectory';
import type { PageAt, TrajectoryHostApi } from '../../src/protocol/trajectoryPage';
import { StepBody, StepHead } from './detail';
import { Raw } from './raw';
import type { Body } from './useStep';

interface Props {
  readonly host: Remote<TrajectoryHostApi>;
  readonly at: PageAt;
  readonly idx: number;
  readonly body: Body;
  readonly row: ListedStep | null;
  readonly raw: boolean;
  readonly element: RefObject<HTMLElement | null>;
  readonly setRaw: (raw: boolean) => void;
  readonly leave: () => void;
  readonly focused: () => void;
}

/** One step in full: as it was read, or its bytes. Takes the keyboard as one region; Escape gives it to the list. */
export const DetailPane = (props: Props) => {
  const { host, at, idx, body, row, raw, element, setRaw, leave, focused } = props;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') leave();
  };
  const fault = body !== null && 'fault' in body ? body.fault : null;
  const step = body !== null && !('fault' in body) ? body : null;
  return (
    <section
      ref={element}
      class="detail"
      aria-label={`Step ${idx}`}
      aria-busy={body === null}
      {...{ tabIndex: 0, onKeyDown, onFocusCapture: focused }}
    >
      <div class="ways">
        {[false, true].map((way) => (
          <button
            key={String(way)}
            type="button"
            class={way === raw ? 'chosen' : ''}
            aria-pressed={way === raw}
            onClick={() => setRaw(way)}
          >
            {way ? 'Raw' : 'Step'}
          </button>
        ))}
      </div>
      {fault !== null && (
        <p class="notice">
          Step {idx} could not be read: {fault}
        </p>
      )}
      {step && <StepHead step={step} row={row} />}
      {step && !raw && (
        <StepBody step={step} more={(part, from, count) => host.text({ ...at, idx, part, from, count })} />
      )}
      {step && raw && <Raw refs={step.rawRefs} read={(ref, start) => host.raw({ ...at, ref, start })} />}
    </section>
  );
};
