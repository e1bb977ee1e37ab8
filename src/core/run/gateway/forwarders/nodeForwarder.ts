/** The forwarder as a Node script (any version since 12). Half-closed connections stay open the other way. */
export const nodeForwarder = `'use strict';
const net = require('net');
const { spawn } = require('child_process');
const { constants } = require('os');
const [port, socketPath, dashes, program, ...words] = process.argv.slice(2);

const server = net.createServer({ allowHalfOpen: true }, (agent) => {
  const gateway = net.connect({ path: socketPath, allowHalfOpen: true });
  for (const one of [agent, gateway]) one.setNoDelay && one.setNoDelay(true);
  const drop = () => { agent.destroy(); gateway.destroy(); };
  agent.on('error', drop);
  gateway.on('error', drop);
  agent.pipe(gateway);
  gateway.pipe(agent);
});

const run = () => {
  const own = server.address().port;
  const env = Object.assign({}, process.env, { TOUCHSTONE_GATEWAY_PORT: String(own) });
  const child = spawn(program, words, { stdio: 'inherit', env });
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(name, () => child.kill(name));
  child.on('error', (error) => {
    console.error('forwarder: ' + error.message);
    process.exit(127);
  });
  child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code));
};

server.on('error', (error) => {
  console.error('forwarder: 127.0.0.1:' + port + ': ' + error.message);
  process.exit(126);
});
server.listen(Number(port), '127.0.0.1', 512, () => { if (dashes === '--' && program) run(); });
`;
