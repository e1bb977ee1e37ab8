import type { ChatResponse } from '../model/chat';

/** Seconds by which a provider's clock may be off. */
const skew = 60;

/**
 * When a reply was asked for, where its own `created` says another time than that of the call: that of a record which is
 * replayed, or of a clock that goes wrong. Readers begin the step with it. Empty where `created` is right, or not there.
 */
export const askedAtOf = (
  { created }: ChatResponse,
  askedAt: number,
  answeredAt: number,
): { readonly asked_at?: number } =>
  created > 0 && (created < askedAt - skew || created > answeredAt + skew) ? { asked_at: askedAt } : {};
