import { describe, expect, it } from 'vitest';
import { type DoctorPorts, doctor, doctorText } from '../../../src/app/doctor';
import { EnvironmentFault } from '../../../src/core/shared/problem';
import { FakeEngine } from '../../fakes/fakeEngine';

const ports = (changes: Partial<DoctorPorts> = {}): DoctorPorts => ({
  version: async (program) => `${program} version 2.39.5`,
  freeBytes: async () => ({ folder: '/cache', bytes: 50 * 1024 ** 3 }),
  openEngine: async () => new FakeEngine(() => ({})),
  platform: 'linux',
  nodeVersion: 'v20.20.2',
  ...changes,
});

const noEngine = async () => {
  throw new EnvironmentFault('engine', 'No engine at unix:///x');
};

describe('doctor', () => {
  it('says what works', async () => {
    const report = await doctor(ports());
    expect(report.works).toEqual({
      read: true,
      open: true,
      evaluateDocker: true,
      evaluateLocal: true,
      hostImages: true,
    });
    expect(doctorText(report)).toContain('✓ evaluate in containers');
  });

  it('without an engine says why, and what still works', async () => {
    const report = await doctor(ports({ openEngine: noEngine }));
    expect(report.works).toMatchObject({ evaluateDocker: false, evaluateLocal: true, hostImages: false });
    expect(report.checks.find(({ name }) => name === 'docker')).toMatchObject({
      ok: false,
      detail: 'No engine at unix:///x',
    });
    expect(report.leftovers).toBeNull();
    expect(doctorText(report)).toContain('evaluate with --backend local, which is no sandbox');
    expect(doctorText(report)).not.toContain('touchstone doctor');
  });

  it.each([
    [null, false],
    ['git version 2.25.1', false],
    ['git version 2.32.0', true],
    ['git version 3.0.0', true],
  ])('git %s', async (version, ok) => {
    const report = await doctor(ports({ version: async (name) => (name === 'git' ? version : 'x 1') }));
    expect(report.checks.find(({ name }) => name === 'git')?.ok).toBe(ok);
  });

  it('knows that Windows has no local backend, and a disk that is nearly full', async () => {
    const report = await doctor(ports({ platform: 'win32', freeBytes: async () => ({ folder: '/c', bytes: 1 }) }));
    expect(report.works).toMatchObject({ evaluateLocal: false, hostImages: false });
    expect(report.checks.find(({ name }) => name === 'disk')).toMatchObject({ ok: null });
  });
});
