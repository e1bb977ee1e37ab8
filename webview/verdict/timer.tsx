import { useEffect, useState } from 'preact/hooks';
import type { Desk } from './desk';
import { durationText } from './timeText';

/** Active time, counted as it will be stored. Re-drawn by itself each second, so that the form isn't. */
export const Timer = ({ desk }: { desk: Desk }) => {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  const text = durationText(desk.activeMs());
  return (
    <span class="end quiet" role="timer" aria-label="Active time" title="Active time; idle over 60 s is left out">
      <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
        <circle cx="8" cy="9" r="5" fill="none" stroke="currentColor" />
        <path d="M8 6v3l2 1.5M6.5 1.5h3" fill="none" stroke="currentColor" />
      </svg>
      <b>{text}</b>
    </span>
  );
};
