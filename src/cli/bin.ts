import { main } from './main';

/** A reader that has gone (`| head`, a terminal that was closed) ends the output, not the program. */
const withoutReader = ({ code }: NodeJS.ErrnoException): boolean => code === 'EPIPE' || code === 'EIO';

for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (!withoutReader(error)) throw error;
  });

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`touchstone: ${String(error)}\n`);
    process.exitCode = 1;
  },
);
