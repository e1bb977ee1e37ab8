import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LateFaults } from '../../../../src/server/yaml/lateFaults';
import { yaml } from './yamlRig';

describe('faults that take files', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('are looked for once edits pause, and the next edit stops the search', async () => {
    const looked: string[] = [];
    const stopped: string[] = [];
    const told: string[] = [];
    const late = new LateFaults<string>(
      (document, signal) => {
        const text = document.getText();
        looked.push(text);
        return new Promise((resolve, reject) => {
          signal.addEventListener('abort', () => {
            stopped.push(text);
            reject(new Error('aborted'));
          });
          if (text !== 'slow') resolve([`fault of ${text}`]);
        });
      },
      (uri) => told.push(uri),
      () => told.push('failed'),
    );
    expect(late.of(yaml('typed', '/a.yaml'))).toEqual([]);
    expect(late.of(yaml('slow', '/a.yaml'))).toEqual([]);
    await vi.runAllTimersAsync();
    expect(looked).toEqual(['slow']);
    const last = yaml('last', '/a.yaml');
    expect(late.of(last)).toEqual([]);
    expect(stopped).toEqual(['slow']);
    await vi.runAllTimersAsync();
    expect(told).toEqual([last.uri]);
    expect(late.of(last)).toEqual(['fault of last']);
    late.forget();
    expect(late.of(last)).toEqual([]);
    late.close(last.uri);
    await vi.runAllTimersAsync();
    expect(looked).toEqual(['slow', 'last']);
  });

  it('say what failed, once, and go on', async () => {
    const failures: unknown[] = [];
    const look = () => Promise.reject(new Error('disk'));
    const late = new LateFaults<string>(
      look,
      () => {},
      (_uri, error) => failures.push(error),
    );
    const document = yaml('a', '/a.yaml');
    late.of(document);
    await vi.runAllTimersAsync();
    expect(late.of(document)).toEqual([]);
    await vi.runAllTimersAsync();
    expect(failures).toHaveLength(1);
  });
});
