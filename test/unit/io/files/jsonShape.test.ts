import { describe, expect, it } from 'vitest';
import { jsonStart } from '../../../../src/io/files/jsonShape';

describe('jsonStart', () => {
  it.each([
    ['lines', '{"a":1}\n{"a":2}\n'],
    ['lines', '{"a":1}'],
    ['lines', '{"a": cut\n{"a":2}\n'],
    ['lines', '{"instance_id":"a","model_patch":"half'],
    ['lines', '{"meta":{"x":1},"instance_id":"a"}\n{"meta":{}}\n'],
    ['lines', '\ufeff{"a":1}\r\n{"a":2}\r\n'],
    ['lines', 'garbage\n{"a":1}\n'],
    ['array', ' \n[{"a":1}]'],
    ['object', '{"a__b-1":{"model_patch":"x"},"c'],
    ['object', '{\n  "a__b-1": {\n    "model_patch": "x"'],
    ['object', '{\n  "instance_id": "a",\n  "model_patch": ""\n}\n'],
    ['empty', ' \r\n\t'],
    ['other', 'diff --git a/x b/x\n'],
  ])('says %s of %j', (start, text) => {
    expect(jsonStart(text)).toBe(start);
  });
});
