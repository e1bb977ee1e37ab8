import { defineConfig } from 'vitest/config';

const night = process.env['TOUCHSTONE_NIGHT'] === '1' ? 30 : 1;

export default defineConfig({
  test: {
    // On two cores vitest takes one worker of itself.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.{ts,tsx}'],
          setupFiles: ['test/fakes/fixedSeed.ts'],
          // Hundreds of files that import the same core: a process for each took longer than the tests.
          isolate: false,
          testTimeout: 20_000 * night,
        },
      },
      {
        test: {
          name: 'container',
          include: ['test/container/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
      { test: { name: 'night', include: ['test/night/**/*.test.ts'], testTimeout: 300_000, fileParallelism: false } },
      { test: { name: 'real', include: ['test/real/**/*.test.ts'], testTimeout: 120_000 } },
      {
        test: {
          name: 'page',
          include: ['test/ui/**/*Page.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          retry: 1,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'ui',
          include: ['test/ui/**/*.test.ts'],
          exclude: ['test/ui/**/*Page.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 180_000,
          // A click or a key into a real VS Code can be lost on a loaded machine: one more try, which the report tells.
          retry: 1,
          fileParallelism: false,
        },
      },
    ],
  },
});
