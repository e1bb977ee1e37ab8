import { LocalSessions } from '../../src/io/local/localSessions';
import { runStep, sessionSpec, stepSpec } from '../container/sessions';

/** Opens a local session, starts what ends never, and says its folder: for a test that kills this process. */
const main = async (): Promise<void> => {
  const [, , seconds = ''] = process.argv;
  const session = await new LocalSessions().openSession(sessionSpec());
  const { stdout } = await runStep(session, 'printf %s "$TOUCHSTONE_TESTBED"');
  const step = await session.start(stepSpec(`setsid sleep ${seconds} & echo started; sleep ${seconds}`));
  for await (const _ of step.output) console.log(stdout.replace(/\/testbed$/, ''));
};

void main();
