import type { AttemptPorts } from '../../core/run/agent/attempt';
import type { Gateway } from '../gateway/gatewayOptions';

/** How long a program may go on after the gateway's limit, to write its logs. */
const graceMs = 15_000;
const lookMs = 250;

/** Tells what the gateway counts while a program runs, and ends one that goes on after the gateway's limit. */
export class GatewayWatch {
  readonly #timer: NodeJS.Timeout;
  #refusedAt: number | null = null;
  #killed = false;
  #told = -1;

  constructor(
    private readonly gateway: Gateway,
    private readonly ports: AttemptPorts,
    private readonly title: string,
    private readonly grace = graceMs,
  ) {
    this.#timer = setInterval(() => this.#look(), lookMs);
  }

  /** Whether it had to end the program. */
  get hasEnded(): boolean {
    return this.#killed;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const { turns, sideCalls, costUsd, usage } = this.gateway.counts();
    const calls = turns + sideCalls;
    if (calls !== this.#told) this.ports.progress({ calls, costUsd, usage, doing: `${this.title}: ${turns} turns` });
    this.#told = calls;
    if (this.gateway.reached() === null && this.gateway.fault() === null) return;
    this.#refusedAt ??= performance.now();
    if (this.#killed || performance.now() - this.#refusedAt < this.grace) return;
    this.#killed = true;
    void this.ports.sandbox.killAll?.().catch(() => undefined);
  }
}
