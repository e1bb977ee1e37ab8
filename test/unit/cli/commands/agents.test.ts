import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { commandLine } from '../../../fakes/commandLine';
import { tempFolder } from '../../../fakes/tempFolder';

const example = join(import.meta.dirname, '..', '..', '..', '..', 'agents', 'example');
const temp = tempFolder();
afterAll(() => temp.remove());

describe('touchstone agents', () => {
  it("names the agents that ship and a study's own", async () => {
    cpSync(example, join(temp.path, 'agents'), { recursive: true });
    process.env['TOUCHSTONE_CACHE'] = join(temp.path, 'cache');
    const { code, out } = await commandLine('agents', '--study', temp.path);
    for (const id of ['mini-swe-agent', 'claude-code', 'codex', 'qwen-code', 'small-agent']) expect(out).toContain(id);
    expect(out).toContain('not installed');
    expect(code).toBe(0);
  });

  it('says of a manifest what is wrong with it, by line and field, and ends with 1', async () => {
    mkdirSync(join(temp.path, 'own'));
    const file = join(temp.path, 'own', 'bad.yaml');
    writeFileSync(file, 'schema: touchstone-agent/1\nid: Bad Id\n');
    const { code, err } = await commandLine('agents', '--check', file);
    expect(err).toContain('bad.yaml line 2 id');
    expect(code).toBe(1);
  });

  it('names the nearest agent where none has the id', async () => {
    const { code, err } = await commandLine('agents', '--bake', 'qwen-cod');
    expect(err).toContain('Did you mean qwen-code?');
    expect(code).toBe(1);
  });
});
