import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { Timeline } from '../../src/core/run/trajectory/timeline/timeline';
import type { Remote } from '../../src/protocol/rpc';
import type { PageAt, TrajectoryHostApi } from '../../src/protocol/trajectoryPage';

/** Width of an element in whole pixels, 0 until it is known. */
export const useWidth = (element: RefObject<HTMLElement | null>): number => {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!element.current) return undefined;
    const sizes = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    sizes.observe(element.current);
    return () => sizes.disconnect();
  }, []);
  return width;
};

export interface Drawn {
  readonly timeline: Timeline;
  readonly width: number;
}

/** The timeline for this width; the one before stays while the next is asked for. */
export const useTimeline = (
  host: Remote<TrajectoryHostApi>,
  at: PageAt,
  steps: number,
  age: number,
  width: number,
): Drawn | null => {
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  useEffect(() => {
    if (width <= 0) return undefined;
    let isOver = false;
    void host
      .timeline({ ...at, width })
      .then((timeline) => timeline && !isOver && setDrawn({ timeline, width }))
      .catch(() => {});
    return () => {
      isOver = true;
    };
  }, [at.which, at.version, steps, age, width]);
  return drawn;
};
