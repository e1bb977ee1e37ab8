import type { GatewayCall, GatewayCount, GatewayLimits } from '../../core/run/gateway/gatewayCount';
import { type LimitReached, limitReached } from '../../core/run/gateway/policy/limits';
import { type AskedCall, type CallRole, CallRoles } from '../../core/run/gateway/roles/callRoles';
import { knownCost, sumCalls } from '../../core/run/gateway/sumCalls';

/** A request that was let in. */
export interface Admitted extends CallRole {
  readonly number: number;
}

/** Counts a gateway's calls and says who may still ask. */
export class CallLedger {
  readonly calls: GatewayCall[] = [];
  readonly #roles = new CallRoles();
  readonly #opened = performance.now();
  #last = 0;
  #turnsUnderWay = 0;
  #underWay = 0;
  reached: LimitReached | null = null;

  constructor(
    private readonly limits: GatewayLimits,
    private readonly onLimit: (limit: LimitReached) => void,
  ) {}

  get underWay(): number {
    return this.#underWay;
  }

  counts(): GatewayCount {
    return sumCalls(this.calls);
  }

  /** The limit that keeps a request out; null: it may come in. */
  limit(role: CallRole['role']): LimitReached | null {
    if (this.reached !== null) return this.reached;
    const turns = this.counts().turns;
    const spent = { knownUsd: knownCost(this.calls), seconds: (performance.now() - this.#opened) / 1000 };
    const limit = limitReached(this.limits, { ...spent, turns });
    if (limit === null) return role === 'main' ? this.#soonReached(turns) : null;
    this.reached = limit;
    this.onLimit(limit);
    return limit;
  }

  /** Turns that are being answered may be the last; where one fails, another may still come in. */
  #soonReached(turns: number): LimitReached | null {
    const spent = { knownUsd: 0, seconds: 0, turns: turns + this.#turnsUnderWay };
    return limitReached({ ...this.limits, costUsd: 0, wallSeconds: 0 }, spent);
  }

  admit(role: CallRole): Admitted {
    this.#underWay++;
    if (role.role === 'main') this.#turnsUnderWay++;
    return { number: ++this.#last, ...role };
  }

  roleOf(call: AskedCall): CallRole {
    return this.#roles.roleOf(call);
  }

  done(call: GatewayCall): void {
    this.#underWay--;
    if (call.role === 'main') this.#turnsUnderWay--;
    this.calls.push(call);
  }
}
