/** Whether the element takes text: our single-letter keys must not act there. */
export const takesText = (element: Element | null): boolean =>
  element instanceof HTMLElement &&
  (element.isContentEditable ||
    element instanceof HTMLTextAreaElement ||
    (element instanceof HTMLInputElement && element.type !== 'radio' && element.type !== 'checkbox'));

/**
 * Tells the host whether the page has the keyboard for single letters: while it has the focus and no text field does.
 * The host binds letters under a context key that follows this.
 */
export const reportKeyFocus = (report: (keys: boolean) => void): void => {
  let told: boolean | null = null;
  const say = (keys: boolean) => {
    if (keys !== told) report(keys);
    told = keys;
  };
  const tell = () => say(document.hasFocus() && !takesText(document.activeElement));
  window.addEventListener('focus', tell);
  window.addEventListener('blur', () => say(false));
  document.addEventListener('focusin', tell);
  document.addEventListener('focusout', () => queueMicrotask(tell));
  tell();
};

/**
 * Gives the keyboard to the page's main part whenever the page has it and no part of the page does: at once, and when
 * the person comes back. Never takes it from elsewhere (the palette, another editor). Returns a function that stops.
 */
export const focusWhenShown = (main: HTMLElement): (() => void) => {
  const take = () => {
    const { activeElement } = document;
    if (document.hasFocus() && (activeElement === null || activeElement === document.body))
      main.focus({ preventScroll: true });
  };
  window.addEventListener('focus', take);
  take();
  return () => window.removeEventListener('focus', take);
};
