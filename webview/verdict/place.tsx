import type { ComponentChildren } from 'preact';
import type { Stop } from '../../src/core/review/keys/stops';
import { sameStop } from '../../src/core/review/keys/stops';
import type { Desk } from './desk';

interface PlaceProps {
  readonly desk: Desk;
  readonly stop: Stop;
  readonly title: string;
  readonly aside?: string;
  /** Keys shown at the right while the place has the focus. */
  readonly keys?: ComponentChildren;
  readonly children: ComponentChildren;
}

/**
 * A place that gets the focus grows by its help. While a button of the mouse is down that would move what is clicked away
 * from under it, and the click would be lost: it comes with the click.
 */
let pointerIsDown = false;
document.addEventListener('pointerdown', () => (pointerIsDown = true), true);
document.addEventListener('pointerup', () => (pointerIsDown = false), true);
document.addEventListener('pointercancel', () => (pointerIsDown = false), true);

/** One place of the form: its heading, and the frame that shows where the keyboard is. */
export const Place = ({ desk, stop, title, aside, keys, children }: PlaceProps) => {
  const here = sameStop(desk.state.stop, stop);
  const come = () => {
    if (!sameStop(desk.state.stop, stop)) desk.goTo(stop);
  };
  return (
    <section
      class={here ? 'place here' : 'place'}
      data-stop={here ? 'here' : undefined}
      onClickCapture={come}
      onFocusCapture={() => {
        if (!pointerIsDown) come();
      }}
    >
      <h3>
        <span>
          {title} {aside && <small>{aside}</small>}
        </span>
        {here && keys && <span class="end">{keys}</span>}
      </h3>
      {children}
    </section>
  );
};
