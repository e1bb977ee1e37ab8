import type { ReplayMark } from '../../src/protocol/trajectoryReplay';

const line = (d: string) => <path d={d} fill="none" stroke="currentColor" />;

const shapes: Readonly<
  Record<ReplayMark['kind'], readonly [label: string, name: string, shape: ReturnType<typeof line>]>
> = {
  same: ['same when replayed', 'resolved', line('M2.5 6h11M2.5 10h11')],
  parted: ['parted when replayed', 'warning', line('M2.5 6h11M2.5 10h11M10.5 2.5 5.5 13.5')],
  'not-run': ['not compared when replayed', 'quiet', line('M4 8h8')],
};

/** Whether a step gave the same when it was run again: an equals sign, one struck through, a dash. */
export const ReplayIcon = ({ kind }: { kind: ReplayMark['kind'] }) => {
  const [label, name, shape] = shapes[kind];
  return (
    <svg class={`icon ${name}`} viewBox="0 0 16 16" role="img" aria-label={label}>
      <title>{label}</title>
      {shape}
    </svg>
  );
};
