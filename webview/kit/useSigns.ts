import { useEffect, useRef } from 'preact/hooks';
import { takesText } from './keyFocus';

/**
 * `/` and `?` are no letters: a page takes them itself, whatever the keyboard's layout, while no text field has the
 * keyboard. Letters are keybindings of VS Code and come by `press`.
 */
export const useSigns = (actions: Readonly<Record<string, () => void>>): void => {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (takesText(document.activeElement) || event.ctrlKey || event.metaKey || event.altKey) return;
      const action = latest.current[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
};
