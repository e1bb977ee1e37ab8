import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Session } from '../../src/core/run/container/session';
import { DockerEngine } from '../../src/io/docker/dockerEngine';
import { DockerSessions } from '../../src/io/docker/dockerSessions';
import { sessionTerminalCases, sessionTreeCases, treeLimits } from '../fakes/sessionTreeCases';
import { noImageHooks, shellImageRequest } from '../fakes/shellJob';
import { throwAway } from '../fakes/throwAway';
import { dockerAnswers } from './engines';
import { runStep, sessionSpec } from './sessions';

let session: Session;
beforeAll(async () => {
  if (!dockerAnswers) return;
  await new DockerEngine(null).prepareImage(shellImageRequest, noImageHooks);
  session = await new DockerSessions(null).openSession(sessionSpec({ user: '1000:1000' }));
});
afterAll(() => session?.close());

describe.skipIf(!dockerAnswers)('a tree into a session and out again', () => {
  sessionTreeCases(() => session, 1000);

  it('ends when it is cancelled, and tells how much came', async () => {
    await runStep(session, 'mkdir big && head -c 300000000 /dev/zero > big/f');
    const to = await throwAway('to-');
    const controller = new AbortController();
    const seen: number[] = [];
    const onBytes = (bytes: number) => {
      seen.push(bytes);
      controller.abort();
    };
    const wide = { entries: 10, bytes: 1e9 };
    const options = { limits: wide, leaveOut: [], onBytes };
    await expect(session.download('/work space/big', to, options, controller.signal)).rejects.toThrow();
    const small = await throwAway('small-');
    const { skipped } = await session.download('/work space/big', small, { limits: treeLimits, leaveOut: [] });
    expect(skipped).toEqual(['"./f and all after it": more than 100000000 bytes in all']);
  });
});

describe.skipIf(!dockerAnswers)('a terminal in a session', () => {
  sessionTerminalCases(() => session, 1000);
});
