import { useEffect, useRef, useState } from 'preact/hooks';
import type { TableRow } from '../../src/core/study/trajectoryTable/tableRow';
import type { Remote } from '../../src/protocol/rpc';
import type { TableTarget } from '../../src/protocol/trajectoryTable';
import type { TrajectoriesHostApi } from '../../src/protocol/trajectoryTablePage';

export interface ReadRows {
  readonly target: TableTarget | null;
  readonly rows: readonly TableRow[];
  /** False while more are coming. */
  readonly isWhole: boolean;
  readonly fault: string | null;
}

const nothing: ReadRows = { target: null, rows: [], isWhole: false, fault: null };

/** Reads a table to its end, piece by piece; begins anew where the app has forgotten it. The latest target wins. */
export const useRows = (
  host: Remote<TrajectoriesHostApi>,
  wanted: TableTarget | null,
  loaded: (target: TableTarget) => void,
): ReadRows => {
  const [read, setRead] = useState(nothing);
  const asked = useRef(0);
  useEffect(() => {
    const mine = ++asked.current;
    const isPast = () => mine !== asked.current;
    void readAll(host, wanted, loaded, isPast, setRead).catch((error: unknown) => {
      if (!isPast()) setRead({ ...nothing, isWhole: true, fault: String(error) });
    });
    return () => {
      asked.current += 1;
    };
  }, [JSON.stringify(wanted)]);
  return read;
};

const readAll = async (
  host: Remote<TrajectoriesHostApi>,
  wanted: TableTarget | null,
  loaded: (target: TableTarget) => void,
  isPast: () => boolean,
  show: (read: ReadRows) => void,
): Promise<void> => {
  const target = await host.load({ target: wanted });
  if (isPast()) return;
  if (target === null) return show({ ...nothing, isWhole: true });
  loaded(target);
  let read: ReadRows = { ...nothing, target };
  for (let age = 0; !read.isWhole; ) {
    const next = await host.rows({ age, from: read.rows.length });
    if (isPast()) return;
    if (next === null) return readAll(host, target, loaded, isPast, show);
    const { from, rows, isWhole, fault } = next;
    age = next.age;
    read = { target, rows: [...read.rows.slice(0, from), ...rows], isWhole, fault };
    show(read);
  }
};
