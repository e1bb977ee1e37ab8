import { describe, expect, it } from 'vitest';
import type { JobSpec } from '../../../../src/core/run/container/engine';
import { createOptions, deadlineLabel, jobLabel, ownerLabel } from '../../../../src/io/docker/createOptions';

const job: JobSpec = {
  labels: { 'dev.touchstone.run': 'try', [ownerLabel]: 'forged' },
  image: 'acme/image:1',
  files: [],
  bundlePath: null,
  testbed: '/app',
  env: { PYTHONHASHSEED: '0', TOUCHSTONE_OUT: '/forged' },
  limits: { memoryBytes: 4 * 1024 ** 3, cpus: 1.5, pids: 512, fileBytes: 2 * 1024 ** 3, diskBytes: 1024 ** 3 },
  deadlineMs: 1000,
};

const options = createOptions(job, 'id', { [ownerLabel]: 'h:7', [deadlineLabel]: 'soon' }, [
  'PATH=/x',
  'LANG=de_DE.UTF-8',
]);

describe('the options of a container', () => {
  it('drop everything but seven capabilities, new privileges, the network and the host', () => {
    expect(options.HostConfig).toEqual({
      CapDrop: ['ALL'],
      CapAdd: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'FSETID', 'SETUID', 'SETGID', 'KILL'],
      SecurityOpt: ['no-new-privileges'],
      Privileged: false,
      NetworkMode: 'none',
      PidsLimit: 512,
      Memory: 4_294_967_296,
      MemorySwap: 4_294_967_296,
      NanoCpus: 1_500_000_000,
      Ulimits: [
        { Name: 'fsize', Soft: 2_147_483_648, Hard: 2_147_483_648 },
        { Name: 'core', Soft: 0, Hard: 0 },
      ],
      Binds: [],
      AutoRemove: false,
      RestartPolicy: { Name: 'no' },
      LogConfig: { Type: 'none', Config: {} },
    });
  });

  it('run the script as the main process', () => {
    expect(options).toMatchObject({ Entrypoint: ['bash'], Cmd: ['/in/entry.sh'], User: '0:0', Tty: false });
  });

  it("set what makes runs comparable where the image doesn't, and let nobody replace our own", () => {
    expect([...(options.Env ?? [])].sort()).toEqual(
      [
        'PYTHONHASHSEED=0',
        'TZ=UTC',
        'TOUCHSTONE_IN=/in',
        'TOUCHSTONE_OUT=/out',
        'TOUCHSTONE_TESTBED=/app',
        'TOUCHSTONE_JOB=id',
      ].sort(),
    );
  });

  it('carry the labels by which they are found again, whatever the job says', () => {
    expect(options.Labels).toEqual({
      'dev.touchstone.run': 'try',
      [jobLabel]: 'id',
      [ownerLabel]: 'h:7',
      [deadlineLabel]: 'soon',
    });
  });
});
