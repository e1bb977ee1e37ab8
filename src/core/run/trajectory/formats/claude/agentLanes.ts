import { numberAt, textAt, valueAt } from '../../fields';
import type { AgentLane } from '../../trajectory';
import { RecentMap } from '../recentMap';

export const mainAgent = 'main';

interface Spawn {
  readonly callId: string;
  readonly name: string | null;
  readonly depth: number;
}

/** The agents of a session, and which call made each. */
export class AgentLanes {
  private readonly lanes = new Map<string, AgentLane>();
  private readonly spawns = new RecentMap<Spawn>(1_000);
  private readonly prompts = new RecentMap<string>(200);

  /** The lane of this agent; made where it is new. */
  lane(agentId: string): AgentLane {
    const known = this.lanes.get(agentId);
    if (known !== undefined) return known;
    const main = agentId === mainAgent;
    const lane: AgentLane = {
      agentId,
      parentCallId: null,
      depth: main ? 0 : 1,
      kind: main ? 'main' : 'subagent',
      name: null,
    };
    this.lanes.set(agentId, lane);
    return lane;
  }

  /** A call of this agent that makes another one. */
  spawned(by: string, block: unknown): void {
    const callId = textAt(block, 'id');
    if (callId === null) return;
    const input = valueAt(block, 'input');
    const name = textAt(input, 'subagent_type') ?? textAt(input, 'description');
    this.spawns.set(callId, { callId, name, depth: this.lane(by).depth + 1 });
    const prompt = textAt(input, 'prompt');
    if (prompt !== null) this.prompts.set(prompt, callId);
  }

  /** Ties an agent to the call that made it. */
  link(agentId: string, callId: string | null): void {
    if (agentId === mainAgent || callId === null) return;
    const lane = this.lane(agentId);
    const spawn = this.spawns.get(callId);
    const name = lane.name ?? spawn?.name ?? null;
    this.lanes.set(agentId, { ...lane, parentCallId: callId, name, depth: spawn?.depth ?? lane.depth });
  }

  /** Ties an agent to the call whose prompt is its first message. */
  linkByPrompt(agentId: string, prompt: string): void {
    const callId = this.prompts.get(prompt);
    if (callId === undefined) return;
    this.prompts.delete(prompt);
    this.link(agentId, callId);
  }

  /** What `agent-<id>.meta.json` says of an agent. */
  describe(agentId: string, meta: unknown): void {
    this.link(agentId, textAt(meta, 'toolUseId'));
    const lane = this.lane(agentId);
    const name = textAt(meta, 'agentType') ?? textAt(meta, 'description') ?? lane.name;
    this.lanes.set(agentId, { ...lane, name, depth: numberAt(meta, 'spawnDepth') ?? lane.depth });
  }

  all(): readonly AgentLane[] {
    return [...this.lanes.values()];
  }
}
