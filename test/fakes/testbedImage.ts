import { randomUUID } from 'node:crypto';
import Docker from 'dockerode';
import { DockerEngine } from '../../src/io/docker/dockerEngine';
import { shellImage } from './evaluationProject';

/** An image with a testbed, made by a script in a container of the shell image. */
export interface TestbedImage {
  readonly name: string;
  /** What the script printed last: a commit, by custom. */
  readonly said: string;
  remove(): Promise<void>;
}

/** What every script of a testbed begins with: a repository with `first`, `base`, and a later `fix`; prints base. */
export const testbedScript = `set -e
export GIT_AUTHOR_NAME=Ada GIT_AUTHOR_EMAIL=ada@example.org GIT_COMMITTER_NAME=Ada GIT_COMMITTER_EMAIL=ada@example.org
export HOME=/tmp
mkdir -p /testbed/src && cd /testbed && git init -q -b main
printf 'A lib\\n' >README.md
printf '\\000\\001binary\\002' >logo.bin
printf '*.pyc\\n' >.gitignore
git add -A && git commit -q -m first
printf 'greet() { echo "hello $1"; }\\n' >greet.sh
printf '#!/bin/bash\\n. ./greet.sh\\ngreet Ada\\n' >src/run.sh && chmod 755 src/run.sh
printf 'old\\n' >src/old.txt
git add -A && git commit -q -m base
BASE=$(git rev-parse HEAD)
printf 'greet() { echo "good day $1"; }\\n' >greet.sh && git commit -q -a -m fix
git checkout -q --detach "$BASE"
`;

const onEnd = async (container: Docker.Container): Promise<string> => {
  await container.start();
  const { StatusCode } = (await container.wait()) as { StatusCode: number };
  const log = (await container.logs({ stdout: true, stderr: true })).toString();
  if (StatusCode !== 0) throw new Error(`The script of the image ended with ${StatusCode}: ${log}`);
  return log.trim().split(/\s/).at(-1) ?? '';
};

/** Runs the script (bash, git and coreutils are there) and keeps what it left as an image. */
export const makeTestbedImage = async (script: string): Promise<TestbedImage> => {
  const docker = new Docker();
  const request = { image: shellImage, recipe: { base: 'host', packages: [] }, namedByData: false };
  await new DockerEngine(null).prepareImage(request, { onProgress: () => {}, confirmPull: async () => false });
  const container = await docker.createContainer({
    Image: shellImage,
    Entrypoint: ['bash'],
    Cmd: ['-c', script],
    Tty: true,
    HostConfig: { NetworkMode: 'none' },
  });
  const [repo, tag] = ['touchstone-tests/testbed', randomUUID().slice(0, 8)];
  try {
    const said = await onEnd(container);
    await container.commit({ repo, tag, changes: 'ENTRYPOINT []' });
    const name = `${repo}:${tag}`;
    return { name, said, remove: () => docker.getImage(name).remove({ force: true }) };
  } finally {
    await container.remove({ force: true });
  }
};
