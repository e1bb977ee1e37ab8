import { fieldsAt, textAt } from '../../fields';
import type { AgentLane } from '../../trajectory';
import { subagentRefs } from './atifStep';

export const mainLane = 'main';

/** More sub-agents than this are counted, not listed. */
const maxLanes = 10_000;

interface Lane extends AgentLane {
  /** The file in which its steps are; null where they are in this one. */
  readonly path: string | null;
  readonly hasSteps: boolean;
}

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const kindOf = (...words: readonly (string | null)[]): AgentLane['kind'] =>
  words.some((word) => word !== null && /summari[sz]|compact/i.test(word)) ? 'summariser' : 'subagent';

/** The agents of a trajectory: the main one, those that its steps name, and those whose steps stand in it. */
export class AtifLanes {
  private readonly lanes = new Map<string, Lane>();
  private leftOut = 0;

  /** What a result says of the sub-agents that it stands for. `agentId`: the lane of its step. */
  name(agentId: string, result: unknown): void {
    for (const ref of subagentRefs(result)) {
      const path = textAt(ref, 'trajectory_path');
      const id = textAt(ref, 'trajectory_id') ?? textAt(ref, 'session_id') ?? path;
      const words = textAt(ref, 'extra', 'summary');
      if (id !== null) this.put(id, { parentCallId: textAt(result, 'source_call_id'), name: words, path }, agentId);
    }
  }

  /** The lane of a trajectory within a trajectory. `agentId`: the one that holds it. */
  embedded(agentId: string, trajectory: unknown, fallback: string): string {
    const id = textAt(trajectory, 'trajectory_id') ?? textAt(trajectory, 'session_id') ?? fallback;
    this.put(id, { name: textAt(fieldsAt(trajectory, 'agent'), 'name'), hasSteps: true }, agentId);
    return id;
  }

  /**
   * The lane of a file beside the main one: the one that was named with its path, else one of its own. A file that was
   * copied with its run's name before its own is that file still.
   */
  ofFile(file: string): string {
    const name = baseName(file);
    const isNamed = ({ path }: Lane): boolean =>
      path !== null && (name === baseName(path) || name.endsWith(`.${baseName(path)}`));
    const named = [...this.lanes.values()].find(isNamed);
    const id = named?.agentId ?? name;
    this.put(id, { hasSteps: true }, mainLane);
    return id;
  }

  private put(id: string, known: Partial<Lane>, parent: string): void {
    const before = this.lanes.get(id);
    if (before === undefined && (id === mainLane || this.lanes.size >= maxLanes)) {
      this.leftOut += id === mainLane ? 0 : 1;
      return;
    }
    const depth = (this.lanes.get(parent)?.depth ?? 0) + 1;
    const start: Lane = {
      agentId: id,
      parentCallId: null,
      depth,
      kind: 'subagent',
      name: null,
      path: null,
      hasSteps: false,
    };
    const lane = { ...(before ?? start), ...known, name: before?.name ?? known.name ?? null };
    this.lanes.set(id, { ...lane, kind: kindOf(id, lane.name, lane.path) });
  }

  all(name: string | null): readonly AgentLane[] {
    const main: AgentLane = { agentId: mainLane, parentCallId: null, depth: 0, kind: 'main', name };
    return [main, ...[...this.lanes.values()].map(({ path: _, hasSteps: __, ...lane }) => lane)];
  }

  warnings(): readonly string[] {
    const elsewhere = [...this.lanes.values()]
      .filter((lane) => !lane.hasSteps)
      .map((lane) => lane.path ?? lane.agentId);
    const more = elsewhere.length > 20 ? ` and ${elsewhere.length - 20} more` : '';
    return [
      ...(elsewhere.length === 0
        ? []
        : [`Steps of sub-agents are not in this file: ${elsewhere.slice(0, 20).join(', ')}${more}.`]),
      ...(this.leftOut === 0 ? [] : [`${this.leftOut} sub-agents more than can be listed.`]),
    ];
  }
}
