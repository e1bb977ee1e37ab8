import { main } from './main';

// A reader that has gone (`| head`) ends the output, not the program.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
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
