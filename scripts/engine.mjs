// Asks whether a Docker engine answers (DOCKER_HOST or the default socket); by itself: exit code 0 yes, 1 no.
// The docker command is not asked: it may be missing where an engine is there.
import http from 'node:http';
import { fileURLToPath } from 'node:url';

const target = () => {
  const url = new URL((process.env.DOCKER_HOST ?? 'unix:///var/run/docker.sock').replace(/^tcp:/, 'http:'));
  return url.protocol === 'unix:' ? { socketPath: url.pathname } : { host: url.hostname, port: url.port };
};

export const engineAnswers = () =>
  new Promise((resolve) => {
    const request = http.get({ ...target(), path: '/_ping', timeout: 3000 }, (reply) => {
      reply.resume();
      resolve(reply.statusCode === 200);
    });
    request.on('error', () => resolve(false)).on('timeout', () => request.destroy());
  });

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = (await engineAnswers()) ? 0 : 1;
