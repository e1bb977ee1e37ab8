import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { aiderChat } from '../../../src/core/run/trajectory/formats/aiderChat';
import { readRecords, recordsOf } from '../../fakes/readTrajectory';

const data = path.resolve(process.env['TOUCHSTONE_DATA'] ?? path.join(import.meta.dirname, '../../../../shared/data'));
const file = path.join(data, 'trajectories/aider/complex-change.md');
const there = existsSync(file);
if (!there) console.warn(`real Aider chat skipped: no ${file} (set TOUCHSTONE_DATA)`);

const read = (text: string) => readRecords(aiderChat, recordsOf(text.split(/(?<=\n)/), { kind: 'text' }));

describe.skipIf(!there)('Aider, a real chat', () => {
  it('has the turns of its user, and what Aider did to files', () => {
    const text = readFileSync(file, 'utf8');
    expect(aiderChat.detect({ path: 'complex-change.md', values: [], text })).not.toBeNull();
    const { steps } = read(text);
    const turns = text.split('\n').filter((line) => line.startsWith('#### ')).length;
    expect(steps.filter((step) => step.role === 'user')).toHaveLength(turns);
    const did = steps.flatMap((step) => step.observations.map((one) => one.text)).join('');
    expect(did.match(/^Applied edit to /gm)).toHaveLength(text.match(/^> Applied edit to /gm)?.length ?? 0);
  });

  it('is read wherever it is cut', () => {
    const text = readFileSync(file, 'utf8');
    for (let at = 0; at < text.length; at += 97)
      expect(read(text.slice(at) + text.slice(0, at)).head.format).toBe('aider-chat');
  });
});
