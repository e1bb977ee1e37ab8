import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fewestVerdicts, precisionWords, signalPrecision } from '../../../../src/core/study/signalPrecision';

const modes = ['RMI', 'ISE', 'TIE', 'IAT', 'TKG', 'INF', 'OTH'] as const;
const mode = fc.constantFrom(...modes);
/** A name hints at one mode, as every signal does. */
const signal = fc.nat(modes.length - 1).map((at) => ({ name: `s${at}`, mode: modes[at] ?? 'OTH' }) as const);
const judged = fc.record({ mode, signals: fc.array(signal, { maxLength: 5 }) });

describe('how signals stand to verdicts', () => {
  it('is not told below thirty verdicts', () => {
    fc.assert(
      fc.property(fc.array(judged, { maxLength: fewestVerdicts - 1 }), (all) => {
        expect(signalPrecision(all)).toBeNull();
      }),
    );
  });

  it('counts each verdict once for a signal, and those that name its mode', () => {
    fc.assert(
      fc.property(fc.array(judged, { minLength: fewestVerdicts, maxLength: 60 }), (all) => {
        const found = signalPrecision(all);
        expect(found?.verdicts).toBe(all.length);
        for (const [at, hinted] of modes.entries()) {
          const fired = all.filter(({ signals }) => signals.some(({ name }) => name === `s${at}`));
          const chosen = fired.filter((one) => one.mode === hinted).length;
          const expected = fired.length === 0 ? undefined : { fired: fired.length, chosen };
          expect(found?.bySignal.get(`s${at}`)).toEqual(expected);
        }
      }),
    );
  });

  it('is said with all its numbers, or not at all', () => {
    const all = Array.from({ length: 31 }, (_, at) => ({
      mode: at < 12 ? 'INF' : 'OTH',
      signals: [{ name: 'same-call', mode: 'INF' as const }],
    }));
    expect(precisionWords(signalPrecision(all), 'same-call')).toBe(
      "On this study's verdicts: 12 of 31 with this sign name this mode (31 name one).",
    );
    expect(precisionWords(signalPrecision(all), 'never-fired')).toBeNull();
    expect(precisionWords(null, 'same-call')).toBeNull();
  });
});
