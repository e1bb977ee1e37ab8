import { describe, expect, it } from 'vitest';
import { dockerfileBases, dockerfileRuns } from '../../../../../src/core/run/container/dockerfileText';

describe('what a Dockerfile stands on', () => {
  it.each([
    ['FROM debian:12', ['debian:12']],
    ['from  debian', ['debian']],
    ['FROM --platform=linux/amd64 debian AS build\nFROM build\n', ['debian']],
    ['FROM scratch', []],
    [`ARG V=12\nFROM debian:\${V}`, ['debian:12']],
    [`ARG V\nFROM debian:\${V:-11}`, ['debian:11']],
    ['ARG V\nFROM debian:$V', []],
    ['ARG V="12"\nFROM "debian:$V"', ['debian:12']],
    [
      'FROM a AS one\nFROM b\nCOPY --from=one /x /x\nCOPY --chown=1 --from=c:2 /x /x\nCOPY --from=0 /y /y',
      ['a', 'b', 'c:2'],
    ],
    ['# FROM comment\nFROM \\\n# in between\n  debian', ['debian']],
    ['# escape=`\nFROM `\n debian', ['debian']],
    ['FROM a\nRUN echo FROM b', ['a']],
    ['', []],
  ])('%j', (text, bases) => {
    expect(dockerfileBases(text)).toEqual(bases);
  });

  it('and what it runs, for the question', () => {
    expect(dockerfileRuns('FROM a\nRUN one && \\\n  two\nrun --network=none three\nCMD four')).toEqual([
      'one &&   two',
      'three',
    ]);
  });
});
