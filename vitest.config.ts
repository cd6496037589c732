import { defineConfig } from 'vitest/config'

const withoutBrowser = process.env.NOISEFLOOR_NO_BROWSER === '1' ? ['tests/browser/**'] : []

/** Unit and integration claims stand beside the code; `tests/` holds the joins (a running product, a browser). */
export default defineConfig({
  test: {
    environment: 'node',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['*/**/*.test.ts', '*/**/*.test.tsx'],
          exclude: ['tests/**', 'node_modules/**', 'build/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'joins',
          include: ['tests/**/*.test.ts'],
          exclude: ['node_modules/**', 'build/**', ...withoutBrowser],
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
