import { describe, expect, it } from 'vitest';
import { entryOf } from '../../../../../src/core/run/trajectory/trajectoryIndex';
import { madeCall, madeStep } from './madeSteps';

const preview = (command: string): string =>
  entryOf(madeStep(1, { calls: [madeCall('bash', { command })] }), { agentId: 'main', records: [], facts: {} }).preview;

describe('the preview of a step', () => {
  it.each([
    ['ls -la\npwd', 'ls -la'],
    ["git apply <<'EOF'\n--- a/src/a.js\n+++ b/src/a.js\n@@ -1 +1 @@\n-x\n+y\nEOF", "git apply <<'EOF' src/a.js"],
    ["patch -p1 <<'EOF'\n--- a/a.py\n+++ b/a.py\nEOF", "patch -p1 <<'EOF' a.py"],
    ["git apply <<'EOF'\nno patch\nEOF", "git apply <<'EOF'"],
    ["cat <<'EOF'\n+++ b/a.py\nEOF", "cat <<'EOF'"],
  ])('of %j is %j', (command, expected) => {
    expect(preview(command)).toBe(expected);
  });
});
