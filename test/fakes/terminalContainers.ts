import http from 'node:http';

/** Ids of the containers of terminals on an instance, by the engine's own socket; null where none answers. */
export const terminalContainers = (instanceId: string): Promise<readonly string[] | null> => {
  const label = [`dev.touchstone.instance=${instanceId}`, 'dev.touchstone.use=terminal'];
  const query = encodeURIComponent(JSON.stringify({ label }));
  return new Promise((resolve) => {
    const asked = { socketPath: '/var/run/docker.sock', path: `/containers/json?all=1&filters=${query}` };
    const request = http.get(asked, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk);
      resolve((JSON.parse(Buffer.concat(chunks).toString()) as { Id: string }[]).map(({ Id }) => Id));
    });
    request.on('error', () => resolve(null));
  });
};
