import { describe, expect, it } from 'vitest';
import { type CleanUpPorts, cleanUp, planCleanUp } from '../../../src/app/cleanUp';
import type { KeptImage } from '../../../src/core/run/container/keptImage';
import { EnvironmentFault } from '../../../src/core/shared/problem';

const gibibyte = 1024 ** 3;
const image = (id: string, changes: Partial<KeptImage> = {}): KeptImage => ({
  id: `sha256:${id}`,
  names: [`touchstone/${id}:1`],
  bytes: gibibyte,
  origin: 'built',
  lastUsedAt: '2026-11-01T10:00:00Z',
  inUse: null,
  ...changes,
});

const ports = (
  images: readonly KeptImage[],
  changes: Partial<CleanUpPorts> = {},
): CleanUpPorts & { gone: string[] } => {
  const gone: string[] = [];
  const clean =
    (name: string, kept: readonly string[]) =>
    async () =>
    async ({ dryRun }: { readonly dryRun: boolean }) => {
      if (!dryRun) gone.push(name);
      return { removed: [`${name}-1`, `${name}-2`], kept };
    };
  return {
    gone,
    containers: clean('container', ['abc: its owner, process 7, is running']),
    folders: clean('folder', []),
    images: async () => ({
      list: async () => images.filter(({ id }) => !gone.includes(id)),
      remove: async ({ id, inUse }) => {
        if (inUse === null) gone.push(id);
        return { removed: inUse === null, reason: inUse };
      },
    }),
    logs: {
      find: async () => ({ folder: '/cache/builds', count: 3, bytes: 100 }),
      remove: async () => void gone.push('logs'),
    },
    now: () => Date.parse('2026-11-30T10:00:00Z'),
    ...changes,
  };
};

const wish = { all: false, budget: 1.5 * gibibyte };

describe('clean-up', () => {
  it('lists everything of ours, proposes what nobody needs, and says what stays', async () => {
    const images = [
      image('old'),
      image('new'),
      image('busy', { inUse: 'the container x uses it' }),
      image('left', { names: [] }),
    ];
    const plan = await planCleanUp(ports(images), { ...wish, budget: 3 * gibibyte });
    expect(plan.items.map(({ id, proposed }) => [id, proposed])).toEqual([
      ['containers', true],
      ['folders', true],
      ['image sha256:old', true],
      ['image sha256:new', false],
      ['image sha256:left', true],
      ['logs', true],
    ]);
    expect(plan.kept).toEqual([
      'abc: its owner, process 7, is running',
      'image touchstone/busy:1: the container x uses it',
    ]);
    expect(plan.items[2]?.detail).toBe('built, last used 2026-11-01, over the budget');
  });

  it('proposes all images where all were asked for, and removes nothing by listing', async () => {
    const all = ports([image('a'), image('b')]);
    const plan = await planCleanUp(all, { ...wish, all: true });
    expect(plan.items.filter(({ id }) => id.startsWith('image')).every(({ proposed }) => proposed)).toBe(true);
    expect(all.gone).toEqual([]);
  });

  it('looks at the rest where no engine answers, and says so once', async () => {
    const none = async () => {
      throw new EnvironmentFault('engine', 'No engine at x.');
    };
    const plan = await planCleanUp(ports([], { containers: none, images: none }), wish);
    expect(plan.items.map(({ id }) => id)).toEqual(['folders', 'logs']);
    expect(plan.faults).toEqual(['No engine at x.']);
  });

  it('removes what was chosen and nothing else; what is in use by now stays, with the reason', async () => {
    const images = [image('a'), image('b'), image('c', { inUse: 'the container y uses it' })];
    const all = ports(images);
    const chosen = ['containers', 'image sha256:a', 'image sha256:c', 'image sha256:zz'].map((id) => ({
      id,
      label: id,
    }));
    expect(await cleanUp(all, chosen)).toEqual({
      removed: ['2 containers', 'image sha256:a'],
      kept: [
        'abc: its owner, process 7, is running',
        'image sha256:c: the container y uses it',
        'image sha256:zz: it is gone already',
      ],
    });
    expect(all.gone).toEqual(['container', 'sha256:a']);
  });
});
