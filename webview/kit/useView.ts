import { useLayoutEffect, useRef, useState } from 'preact/hooks';

const nothing = (): void => {};

/** Height and scroll of the list in pixels, once a frame; `scrolledUp` is told as soon as it is scrolled back. */
export const useView = (element: { readonly current: HTMLElement | null }, scrolledUp: () => void = nothing) => {
  const [view, setView] = useState({ top: 0, height: 400 });
  const up = useRef(scrolledUp);
  up.current = scrolledUp;
  useLayoutEffect(() => {
    const list = element.current;
    if (!list) return;
    let frame = 0;
    let before = list.scrollTop;
    const later = () => {
      if (list.scrollTop < before) up.current();
      before = list.scrollTop;
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        setView({ top: list.scrollTop, height: list.clientHeight });
      });
    };
    const sizes = new ResizeObserver(later);
    sizes.observe(list);
    list.addEventListener('scroll', later, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      list.removeEventListener('scroll', later);
    };
  }, []);
  return view;
};
