import path from 'node:path';
import { defineConfig } from 'vitest/config';

const alias = {
  '@': path.resolve(import.meta.dirname),
  'server-only': path.resolve(import.meta.dirname, 'node_modules/server-only/empty.js'),
};
const excluded = ['**/node_modules/**', '.next/**', '.data/**', 'e2e/**'];

export default defineConfig({
  test: {
    // One core is left free by default: of two, that is half of the machine.
    maxWorkers: '100%',
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          // Searches by properties take their time on a busy machine; no test is about speed.
          testTimeout: 60_000,
          include: ['**/*.test.ts', '**/*.test.tsx'],
          exclude: [...excluded, '**/*.integration.test.ts', '**/*.long.test.ts'],
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'integration',
          include: ['**/*.integration.test.ts'],
          exclude: excluded,
          globalSetup: ['lib/testing/global-setup.ts'],
          // Patience, as above: a slow machine shares two cores among tests, servers and their workers.
          testTimeout: 90_000,
          hookTimeout: 180_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'long',
          include: ['**/*.long.test.ts'],
          exclude: excluded,
          globalSetup: ['lib/testing/global-setup.ts'],
          testTimeout: 600_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
