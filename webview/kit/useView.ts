import { useLayoutEffect, useState } from 'preact/hooks';

/** Height and scroll of the list, once a frame. */
export const useView = (element: { readonly current: HTMLElement | null }) => {
  const [view, setView] = useState({ top: 0, height: 400 });
  useLayoutEffect(() => {
    const list = element.current;
    if (!list) return;
    let frame = 0;
    const later = () => {
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
