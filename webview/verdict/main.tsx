import { render } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { VerdictHostApi, VerdictViewApi } from '../../src/protocol/verdict';
import { connect, keepState, keptState } from '../kit/connect';
import { reportKeyFocus } from '../kit/keyFocus';
import { Desk } from './desk';
import { itemOf } from './deskState';
import { listenToKeys } from './domKeys';
import './main.css';
import { Page } from './page';
import { focusText } from './textField';

let redraw: () => void = () => {};

const ours: VerdictViewApi = {
  show: (shown) => {
    desk.show(shown);
    return null;
  },
  evidenceAdded: ({ criterion, evidence }) => {
    desk.evidenceAdded(criterion, evidence);
    return null;
  },
  press: ({ key }) => {
    desk.press(key);
    return null;
  },
  announce: ({ text, kind }) => {
    desk.say(text, kind);
    return null;
  },
};

const host = connect<VerdictHostApi>(ours);
const desk = new Desk({
  host,
  now: () => performance.now(),
  kept: () => keptState<unknown>(null),
  keep: keepState,
  changed: () => redraw(),
  focusText,
});

/** The element that has the keyboard follows the place in the form, while the view has the focus at all. */
const followStop = (): void => {
  const { activeElement } = document;
  if (!document.hasFocus() || activeElement instanceof HTMLTextAreaElement) return;
  const here = document.querySelector('[data-stop=here]');
  if (!here || here.contains(activeElement)) return;
  here.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  here.scrollIntoView({ block: 'nearest' });
};

/** An answer given by a key takes the focus from the one where it stood: a screen reader says what is chosen now. */
const followChoice = (): void => {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement) || activeElement.role !== 'radio' || activeElement.tabIndex === 0) return;
  activeElement.closest('[role=radiogroup]')?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
};

/** A saved verdict shows what it opened, with "Next Item" at hand; another item begins at its top. */
const followItem = (): void => {
  const revealed = desk.state.mode === 'saved' ? document.querySelector('.revealed') : null;
  if (revealed) revealed.scrollIntoView({ block: 'start' });
  else document.querySelector('.scroll')?.scrollTo(0, 0);
  if (desk.state.mode === 'saved' && document.hasFocus()) document.querySelector<HTMLElement>('.primary')?.focus();
};

const App = () => {
  const [, draw] = useState(0);
  useEffect(() => {
    redraw = () => draw((count) => count + 1);
    void desk.load();
  }, []);
  const { stop, panel, mode } = desk.state;
  const presentation = itemOf(desk.state)?.presentation;
  useLayoutEffect(followStop, [JSON.stringify(stop), panel === null]);
  useLayoutEffect(followChoice, [desk.state.answers]);
  useLayoutEffect(followItem, [presentation, mode === 'saved']);
  return <Page desk={desk} />;
};

const place = document.getElementById('app');
if (place) render(<App />, place);
listenToKeys(desk);
window.addEventListener('focus', () => desk.note('focus'));
reportKeyFocus((keys) => void host.focusChanged({ keys }));
