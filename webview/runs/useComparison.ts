import { useEffect, useRef, useState } from 'preact/hooks';
import type { ShownComparison } from '../../src/protocol/matrix';
import type { Remote } from '../../src/protocol/rpc';
import type { RunsHostApi, RunsPlace, RunsReply } from '../../src/protocol/runsPage';

interface Told {
  /** Which two runs the host answered for. */
  readonly loaded: (place: RunsPlace) => void;
  /** Takes what to do when the study changes. */
  readonly onChange: (reload: () => void) => void;
}

/** The comparison: counted at once, error types as soon as the logs are read. The latest answer wins. */
export const useComparison = (
  host: Remote<RunsHostApi>,
  place: RunsPlace | null,
  told: Told,
): readonly [RunsReply | null, () => void] => {
  const [reply, setReply] = useState<RunsReply | null>(null);
  const asked = useRef(0);
  const readLogs = async (of: RunsPlace, mine: number) => {
    const answer = await host.readLogs(of).catch(() => null);
    if (answer?.kind === 'comparison' && mine === asked.current) setReply(answer);
  };
  const load = async () => {
    const mine = ++asked.current;
    const answer = await host
      .load({ place })
      .catch((error: unknown) => ({ kind: 'none' as const, message: String(error) }));
    if (mine !== asked.current) return;
    setReply((before) =>
      before?.kind === 'comparison' && answer.kind === 'comparison' && same(before, answer) ? before : answer,
    );
    if (answer.kind !== 'comparison') return;
    const now = { a: answer.shown.a.key, b: answer.shown.b.key };
    told.loaded(now);
    await readLogs(now, mine);
  };
  useEffect(() => {
    told.onChange(() => void load());
    void load();
  }, [place?.a, place?.b]);
  return [reply, () => void load()];
};

/** A comparison that is read anew keeps its error types on screen until the logs are read again. */
const same = (one: { readonly shown: ShownComparison }, other: { readonly shown: ShownComparison }): boolean =>
  one.shown.a.key === other.shown.a.key && one.shown.b.key === other.shown.b.key;
