import { takesText } from '../kit/keyFocus';
import type { Desk } from './desk';

/** A key press in the words of the key table; null where a modifier makes it VS Code's. */
export const keyName = (event: KeyboardEvent): string | null => {
  const command = event.ctrlKey || event.metaKey;
  if (event.key === 'Enter' && command && !event.altKey) return 'Ctrl+Enter';
  if (command || event.altKey || event.isComposing) return null;
  return event.key;
};

const isOption = (element: Element | null): boolean =>
  element instanceof HTMLElement && (element.role === 'radio' || element.role === 'checkbox');

/** Buttons take Enter and Space, options Space: there the browser clicks. */
const belongsToControl = (key: string, element: Element | null): boolean => {
  if (key === ' ') return element instanceof HTMLButtonElement;
  return key === 'Enter' && element instanceof HTMLButtonElement && !isOption(element);
};

/** Arrows move inside one group of options without answering; the answer is Space, or a key of the table. */
const moveInGroup = (key: string, element: Element | null): boolean => {
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
  const group = isOption(element) ? element?.closest('[role=radiogroup], fieldset') : null;
  if (by === undefined || !group) return false;
  const options = [...group.querySelectorAll<HTMLElement>('[role=radio], [role=checkbox]')];
  const place = options.indexOf(element as HTMLElement);
  options[(place + by + options.length) % options.length]?.focus();
  return true;
};

/** Sends keys pressed outside text fields to the desk. What it takes goes no further, so VS Code does not act as well. */
export const listenToKeys = (desk: Desk): void => {
  document.addEventListener('keydown', (event) => {
    const { activeElement } = document;
    const key = keyName(event);
    if (key === null || event.defaultPrevented || takesText(activeElement) || belongsToControl(key, activeElement))
      return;
    if (!moveInGroup(key, activeElement) && !desk.press(key)) return;
    event.preventDefault();
    event.stopPropagation();
  });
};
