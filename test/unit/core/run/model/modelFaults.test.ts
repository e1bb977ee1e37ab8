import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { httpFault, refusalKind, retryAfterMs } from '../../../../../src/core/run/model/httpFault';
import { ModelFault } from '../../../../../src/core/run/model/modelProvider';
import { PiecesWithoutKeys, withoutKeys } from '../../../../../src/core/run/model/redact';
import { askWithRetries, waitBefore } from '../../../../../src/core/run/model/retryPlan';

const whom = { model: 'm', address: 'https://host/v1', keyName: 'A_KEY', keys: ['sk-secret-12345'] };
const none = { retryAfter: null, retryAfterMs: null };

describe('a refusal', () => {
  it.each([
    [400, { error: { message: 'This model supports a maximum context length of 8192 tokens' } }, 'context'],
    [
      400,
      { error: { code: 'exceed_context_size_error', message: 'the request exceeds the available context size' } },
      'context',
    ],
    [413, 'prompt is too long', 'context'],
    [400, { message: 'bad parameter' }, 'refused'],
    [402, {}, 'refused'],
    [403, {}, 'auth'],
    [429, { error: { message: 'Rate limit reached' } }, 'rate-limit'],
    [429, { error: { type: 'insufficient_quota' } }, 'refused'],
    [503, '', 'server'],
    [529, {}, 'server'],
    [408, {}, 'server'],
  ] as const)('of status %i with %j is of kind %s', (status, body, kind) => {
    expect(refusalKind(status, body)).toBe(kind);
  });

  it("says the server's words in one line, shortened, without a key", () => {
    const body = { error: { message: `bad\nkey sk-secret-12345 and Bearer abcdefghijkl\n${'x'.repeat(5000)}` } };
    const fault = httpFault({ status: 401, body, ...none }, whom, 0);
    expect(fault.message).toContain("https://host/v1 doesn't accept the key (HTTP 401): bad key [key] and [key] xxx");
    expect(fault.message.length).toBeLessThan(900);
  });

  it('says how long to wait, in seconds, as a date or in milliseconds', () => {
    const now = Date.parse('2026-12-01T00:00:00Z');
    expect(retryAfterMs({ retryAfter: '7', retryAfterMs: null }, now)).toBe(7000);
    expect(retryAfterMs({ retryAfter: 'Tue, 01 Dec 2026 00:00:30 GMT', retryAfterMs: null }, now)).toBe(30_000);
    expect(retryAfterMs({ retryAfter: '7', retryAfterMs: '250' }, now)).toBe(250);
    for (const retryAfter of [null, '', 'soon', '-3'])
      expect(retryAfterMs({ retryAfter, retryAfterMs: null }, now)).toBeNull();
    const hour = httpFault({ status: 429, body: 'slow', retryAfter: '3600', retryAfterMs: null }, whom, now);
    expect(hour.message).toContain('(HTTP 429): slow It asks to wait 1 h.');
  });

  it.each(['', 'B', 'Be', 'Bearer '])('takes the key out of base64 that begins with %j before it', (before) => {
    const [key = ''] = whom.keys;
    const encoded = Buffer.from(`${before}${key} and more`).toString('base64');
    const clean = withoutKeys(encoded, whom.keys);
    expect(clean).toContain('[key]');
    expect(Buffer.from(clean.replace('[key]', ''), 'base64').toString('latin1')).not.toContain('secret');
  });
});

describe('trying again', () => {
  const busy = (wait: number | null = null) => new ModelFault('rate-limit', 'busy', 429, wait);

  it('waits from 4 to 60 seconds, longer where the provider asks, and ends after ten tries', () => {
    expect([1, 2, 3, 4, 5, 6, 9].map((attempt) => waitBefore(busy(), attempt, 0))).toEqual([
      4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000,
    ]);
    expect(waitBefore(busy(90_000), 1, 0)).toBe(90_000);
    expect(waitBefore(busy(3_600_000), 1, 0)).toBeNull();
    expect(waitBefore(busy(), 10, 0)).toBeNull();
    expect(waitBefore(busy(), 1, 0.999)).toBeLessThanOrEqual(5000);
  });

  it.each(['auth', 'not-found', 'context', 'refused'] as const)('is not done for %s', (kind) => {
    expect(waitBefore(new ModelFault(kind, 'no'), 1, 0)).toBeNull();
  });

  it('says each try, gives the last fault with their number, and stops when it is cancelled in a wait', async () => {
    const said: unknown[] = [];
    const ports = {
      sleep: async () => undefined,
      random: () => 0,
      retrying: (...words: unknown[]) => void said.push(words),
    };
    const ask = () => Promise.reject(busy());
    await expect(askWithRetries(ask, {}, ports)).rejects.toMatchObject({
      message: 'busy (10 tries)',
      kind: 'rate-limit',
    });
    expect(said).toHaveLength(9);
    expect(said[0]).toEqual(['busy', 1, 4000]);
    const controller = new AbortController();
    const cancels = { ...ports, sleep: async () => controller.abort(new Error('stop')) };
    await expect(askWithRetries(ask, controller, cancels)).rejects.toThrow('stop');
  });

  it('passes on at once what is no fault of a model', async () => {
    const ports = { sleep: async () => undefined, random: () => 0, retrying: () => undefined };
    await expect(askWithRetries(() => Promise.reject(new TypeError('ours')), {}, ports)).rejects.toThrow(TypeError);
  });
});

describe('a key', () => {
  const key = 'sk-canary-"ä"-0123456789';

  it('is taken out of a text in every form in which it may stand there', () => {
    const plain = 'sk-own-0123456789';
    const forms = [plain, encodeURIComponent(plain), Buffer.from(plain).toString('base64').replace(/=+$/, '')];
    for (const form of forms) expect(withoutKeys(`before ${form} after`, [plain])).toBe('before [key] after');
    expect(withoutKeys(JSON.stringify({ key }), [key])).toBe('{"key":"[key]"}');
    expect(withoutKeys('a short key such as EMPTY stays', ['EMPTY'])).toBe('a short key such as EMPTY stays');
  });

  it('is taken out of a text however it is cut into pieces, and nothing else changes', () => {
    const cut = fc.array(fc.oneof(fc.constant('sk-own-0123456789'), fc.constant('sk-own'), fc.string()), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(cut, fc.integer({ min: 1, max: 9 }), (parts, size) => {
        const text = parts.join('');
        const said: string[] = [];
        const pieces = new PiecesWithoutKeys(['sk-own-0123456789'], (piece) => void said.push(piece));
        for (let at = 0; at < text.length; at += size) pieces.add(text.slice(at, at + size));
        pieces.end();
        expect(said.join('')).toBe(text.replaceAll('sk-own-0123456789', '[key]'));
      }),
    );
  });
});
