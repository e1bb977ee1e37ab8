import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { relocateTestbed } from '../../../../../src/core/run/container/relocate';

const moved = (script: string) => relocateTestbed(script, '/testbed', '/tmp/job/testbed');

describe('the testbed as a whole word', () => {
  it.each([
    ['cd /testbed', 'cd /tmp/job/testbed', 1],
    ['ls "/testbed/src" /testbed', 'ls "/tmp/job/testbed/src" /tmp/job/testbed', 2],
    ['A=/testbed:/x', 'A=/tmp/job/testbed:/x', 1],
    ['cd /opt/testbed', 'cd /opt/testbed', 0],
    ['cd /testbed2 /testbed-x /testbed.d', 'cd /testbed2 /testbed-x /testbed.d', 0],
    ['conda activate testbed', 'conda activate testbed', 0],
  ])('%s', (script, expected, replaced) => {
    expect(moved(script)).toEqual({ script: expected, replaced });
  });

  it('leaves the text of heredocs alone: it is the test patch', () => {
    const patch = "git apply - <<'EOF_1'\n-cd /testbed\n+cd /testbed/x\nEOF_1\ncd /testbed\n";
    expect(moved(patch)).toEqual({ script: patch.replace(/cd \/testbed\n$/, 'cd /tmp/job/testbed\n'), replaced: 1 });
  });

  it('changes nothing where the word is not there', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!text.includes('/testbed'));
        expect(moved(text)).toEqual({ script: text, replaced: 0 });
      }),
    );
  });
});
