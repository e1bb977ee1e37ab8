import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelEntry } from '../../../../../src/core/run/model/modelEntry';
import { modelNamed } from '../../../../../src/core/run/model/modelNamed';
import { readModelsFile } from '../../../../../src/core/run/model/modelsFile';
import { modelsStarter } from '../../../../../src/core/run/model/modelsStarter';
import { modelText } from '../../../../../src/core/run/model/modelText';
import { withStudyModels } from '../../../../../src/core/run/model/studyModels';

const read = (text: string) => readModelsFile(text, 'models.yaml');

const entryText = (further: string): string => `models:\n  - id: a\n    protocol: openai\n    model: m\n${further}`;

describe('a models file', () => {
  it('gives every field of its entries; what is left out is null', () => {
    const text = entryText(
      '    baseUrl: https://host/v1\n    key: A_KEY\n    contextTokens: 100\n    prices: { input: 0.25, output: 0 }\n    params: { temperature: 0, extra: { a: [1] } }\n    alsoSpeaks: [responses]\n',
    );
    expect(read(text)).toEqual({
      problems: [],
      entries: [
        {
          id: 'a',
          protocol: 'openai',
          model: 'm',
          baseUrl: 'https://host/v1',
          file: null,
          keyName: 'A_KEY',
          contextTokens: 100,
          maxOutputTokens: null,
          prices: { input: 0.25, cachedInput: null, cacheWrite: null, output: 0 },
          params: { temperature: 0, extra: { a: [1] } },
          alsoSpeaks: ['responses'],
        },
      ],
    });
  });

  it('is read as it is written by --init, without a fault', () => {
    const { entries, problems } = read(modelsStarter);
    expect(problems).toEqual([]);
    expect(entries.map(({ id }) => id)).toEqual(['gpt-5-mini', 'claude-sonnet', 'local']);
  });

  it.each([
    ['    protocl: x\n', 5, 'protocl', 'Did you mean protocol?'],
    ['    baseUrl: ftp://x\n', 5, 'baseUrl', 'http://'],
    ['    baseUrl: https://me:secret@host/\n', 5, 'baseUrl', 'Name an environment variable'],
    ['    baseUrl: "https://host/v1?key=1"\n', 5, 'baseUrl', 'Leave out'],
    ['    key: sk-proj-1234\n', 5, 'key', 'a key itself must not be here'],
    ['    contextTokens: 0\n', 5, 'contextTokens', 'whole number above 0'],
    ['    prices: cheap\n', 5, 'prices', 'dollars per million'],
    ['    prices:\n      input: -1\n', 6, 'prices.input', 'dollars per million'],
    ['    prices:\n      inputs: 1\n', 6, 'prices.inputs', 'There is no such price'],
    ['    params: [1]\n', 5, 'params', 'a block of further fields'],
    ['    params: { messages: [] }\n', 5, 'params', 'written by the program'],
    ['    alsoSpeaks: [latin]\n', 5, 'alsoSpeaks', 'responses, anthropic, openai'],
    ['  - id: a\n    protocol: openai\n    model: n\n', 5, 'id', 'stands twice'],
    ['  - id: b\n    protocol: opnai\n    model: n\n', 6, 'protocol', 'Did you mean openai?'],
    ['  - protocol: openai\n    model: n\n', 5, 'id', 'It is missing'],
    ['  - id: b\n    protocol: replay\n', 5, 'file', 'It is missing'],
    ['  - gpt\n', 5, 'models', '"- id: NAME"'],
    ['    key: [\n', 5, null, "This isn't YAML"],
  ])('names line, field and fix of what is wrong: %j', (further, line, field, words) => {
    const { problems } = read(entryText(further));
    expect(problems[0]).toMatchObject({ where: `models.yaml line ${line}`, field });
    expect(problems.map(({ reason }) => reason).join(' ')).toContain(words);
  });

  it('reads any text without throwing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.string().map(entryText)), (text) => {
        const { entries, problems } = read(text);
        expect(entries.every(({ id }) => typeof id === 'string')).toBe(true);
        expect(problems.every(({ reason }) => reason !== '')).toBe(true);
      }),
    );
  });
});

const entry = (further: Partial<ModelEntry>): ModelEntry => ({ ...read(entryText('')).entries[0]!, ...further });

describe('which model is meant', () => {
  it('finds an entry, names the nearest, and needs none for a file of replies', () => {
    const absolute = (path: string) => `/here/${path}`;
    const named = (id: string) => modelNamed(id, [entry({ id: 'gpt-5' })], absolute, 'models.yaml');
    expect(named('gpt-5').model).toBe('m');
    expect(() => named('gpt5')).toThrow('There is no model "gpt5" in models.yaml. Did you mean gpt-5?');
    expect(named('replay:x/run-1.jsonl')).toMatchObject({
      protocol: 'replay',
      file: '/here/x/run-1.jsonl',
      model: 'run-1',
    });
    expect(() => named('scripted:')).toThrow('names no file');
  });

  it("lets no study send the user's key to an address that is not the user's", () => {
    const own = { entries: [entry({ id: 'mine', keyName: 'K', baseUrl: 'https://mine.example/v1' })], problems: [] };
    const study = (further: Partial<ModelEntry>) =>
      withStudyModels(own, { entries: [entry(further)], problems: [] }, 'study');
    const ids = (further: Partial<ModelEntry>) => study(further).entries.map(({ id }) => id);
    expect(ids({ keyName: 'K', baseUrl: 'https://mine.example/other' })).toEqual(['a', 'mine']);
    expect(ids({ keyName: null, baseUrl: 'http://127.0.0.1:8000' })).toEqual(['a', 'mine']);
    expect(ids({ keyName: 'OPENAI_API_KEY' })).toEqual(['a', 'mine']);
    for (const baseUrl of [
      'https://evil.example',
      'http://mine.example',
      'https://mine.example:444',
      'https://mine.example.evil.example',
    ])
      expect(ids({ keyName: 'K', baseUrl })).toEqual(['mine']);
    expect(ids({ keyName: 'OPENAI_API_KEY', baseUrl: 'https://api.openai.com.evil.example' })).toEqual(['mine']);
    expect(study({ keyName: 'K', baseUrl: 'https://evil.example' }).problems[0]?.reason).toContain(
      'would send the key K',
    );
  });

  it('says where a model is and what it costs', () => {
    expect(modelText(entry({}))).toBe('m at api.openai.com, price unknown');
    const prices = { input: 0.05, cachedInput: null, cacheWrite: null, output: 2 };
    const local = entry({ baseUrl: 'http://127.0.0.1:80/v1', prices });
    expect(modelText(local)).toBe('m at 127.0.0.1, $0.050 in, $2.00 out per million tokens');
  });
});
