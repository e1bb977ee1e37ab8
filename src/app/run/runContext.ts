import type { RunEvent } from '../../core/run/record/runRecord';
import type { OpenRunFolder } from '../../core/run/record/runStore';
import type { ImageDesk } from '../evaluation/imageDesk';
import type { RunHooks, RunPorts, RunRequest } from './runRequest';
import type { RunBudget } from './runSpend';

/** Everything that the attempts of one run share. */
export interface RunContext {
  readonly ports: RunPorts;
  readonly request: RunRequest;
  readonly hooks: RunHooks;
  readonly folder: OpenRunFolder;
  readonly images: ImageDesk;
  readonly budget: RunBudget;
  /** Of the whole run. */
  readonly signal: AbortSignal;
}

type WithoutTime<T> = T extends unknown ? Omit<T, 'at'> : never;

/** A line of `events.jsonl` with the time now. */
export const noteEvent = ({ folder, ports }: RunContext, event: WithoutTime<RunEvent>): Promise<void> => {
  const { kind, ...rest } = event;
  return folder.event({ kind, at: ports.clock.now(), ...rest });
};
