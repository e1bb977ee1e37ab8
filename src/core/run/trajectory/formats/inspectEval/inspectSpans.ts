import { textAt } from '../../fields';
import type { AgentLane } from '../../trajectory';

interface Span {
  readonly id: string;
  readonly parent: string | null;
  readonly type: string;
  readonly name: string | null;
}

export const mainAgent = 'main';
const longestChain = 1_000;
const mostSpans = 500_000;

/** The tree of spans, and the lanes of the agents in it: a span of type `agent` is one, and each scorer is a reviewer. */
export class InspectSpans {
  private readonly spans = new Map<string, Span>();
  private readonly lanes = new Map<string, AgentLane>();
  /** Span of the agent that acted first, which is the main one. */
  private mainSpan: string | null = null;
  private readonly callOfSpan = new Map<string, string>();

  begin(event: unknown): void {
    const id = textAt(event, 'id');
    if (id === null || this.spans.size >= mostSpans) return;
    const type = textAt(event, 'type') ?? '';
    this.spans.set(id, { id, parent: textAt(event, 'parent_id'), type, name: textAt(event, 'name') });
  }

  /** The call that began an agent's span. */
  spawned(span: string, call: string): void {
    this.callOfSpan.set(span, call);
  }

  /** The lane of an agent that stands in no span: the events inside a call of an older log. */
  nested(agentId: string, name: string | null, parentCallId: string | null, depth: number): string {
    this.lanes.set(agentId, { agentId, parentCallId, depth, kind: 'subagent', name });
    return agentId;
  }

  scorer(name: string | null): string {
    const agentId = name === null ? 'scorer' : `scorer ${name}`;
    this.lanes.set(agentId, { agentId, parentCallId: null, depth: 0, kind: 'reviewer', name });
    return agentId;
  }

  main(): string {
    if (!this.lanes.has(mainAgent))
      this.lanes.set(mainAgent, { agentId: mainAgent, parentCallId: null, depth: 0, kind: 'main', name: null });
    return mainAgent;
  }

  /** Id of the agent in whose span something happens. Circular parents end. */
  agentOf(spanId: string | null): string {
    const chain = this.chain(spanId);
    const scorer = chain.find((span) => span.type === 'scorer') ?? chain.find((span) => span.type === 'scorers');
    if (scorer) return this.scorer(scorer.type === 'scorer' ? scorer.name : null);
    const agents = chain.filter((span) => span.type === 'agent');
    const [nearest] = agents;
    return nearest === undefined ? this.main() : this.agent(nearest, agents.length - 1);
  }

  all(): readonly AgentLane[] {
    return [...this.lanes.values()].map((lane) => {
      const parentCallId = lane.parentCallId ?? this.callOfSpan.get(lane.agentId) ?? null;
      return { ...lane, parentCallId };
    });
  }

  private chain(spanId: string | null): readonly Span[] {
    const found: Span[] = [];
    const seen = new Set<string>();
    for (let id = spanId; id !== null && !seen.has(id) && found.length < longestChain; ) {
      const span = this.spans.get(id);
      if (span === undefined) break;
      seen.add(id);
      found.push(span);
      id = span.parent;
    }
    return found;
  }

  private agent(span: Span, depth: number): string {
    if (this.mainSpan === null && depth === 0 && !this.lanes.has(mainAgent)) this.mainSpan = span.id;
    const isMain = span.id === this.mainSpan;
    const agentId = isMain ? mainAgent : span.id;
    const kind = isMain ? 'main' : 'subagent';
    this.lanes.set(agentId, { agentId, parentCallId: null, depth, kind, name: span.name });
    return agentId;
  }
}
