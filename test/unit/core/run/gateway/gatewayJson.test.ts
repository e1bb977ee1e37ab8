import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rawFields, withFields } from '../../../../../src/core/run/gateway/gatewayJson';

describe('fields of a request', () => {
  it('are set and taken out while all others stay as they were written', () => {
    const text = ' { "mod\\u0065l" : "a" , "n":1.0e2,"big":12345678901234567890,"s":"}\\"],{","x":[{"y":"]"}] } ';
    expect(
      withFields(
        text,
        new Map<string, unknown>([
          ['model', 'b'],
          ['x', undefined],
          ['new', { a: 1 }],
        ]),
      ),
    ).toBe('{"model":"b","n":1.0e2,"big":12345678901234567890,"s":"}\\"],{","new":{"a":1}}');
  });

  it('that come twice count as JSON.parse counts them', () => {
    expect(withFields('{"a":1,"a":2}', new Map())).toBe('{"a":2}');
  });

  it('of any object are found', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(rawFields(text).map(({ name }) => name)).toEqual(Object.keys(value));
        expect(JSON.parse(withFields(text, new Map()))).toEqual(JSON.parse(text));
      }),
    );
  });
});
