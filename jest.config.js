import { availableParallelism } from 'node:os'
import { findIntegrationTests } from './test/support/integration-tests.js'

// Four projects: `chaos` has tests that keep all processors busy, one after the other; `system` needs servers or the
// whole program; `integration` needs only what comes with `npm ci`, such as chDB; `unit` has all other tests, which are
// fast because they stay in their own process.
const chaos = '/test/chaos/(cluster|embedded)\\.test'
const system = [
  '/test/(chaos|containers|e2e|infra)/',
  '/test/(support|tools)/servers/',
  '/test/lib/(cache|store)/',
  '/test/lib/codec/(registry|schema-loading-log)',
  '/test/lib/log/kafka',
  '/test/docs/subscribing-consumers',
  '/test/api/clients/',
  '/test/poller/(poller|simulator|task-assignment|task-assignment-kafka)\\.test',
  '/test/ops/(dead-letters|replay-range|verify)/kafka',
  '/test/projector/(projector|several-members|wallets)\\.test',
]

const integration = findIntegrationTests(import.meta.dirname)

const common = {
  testEnvironment: '<rootDir>/test/support/environment.js',
  extensionsToTreatAsEsm: ['.ts'],
  // an engine of containers keeps its images in .cache; dist has a package.json of the same name
  modulePathIgnorePatterns: ['<rootDir>/.cache/', '<rootDir>/dist/'],
  // The compiled module starts the compiled chDB child, which saves half a second of processor time per start.
  moduleNameMapper: {
    '/launch\\.ts$': '<rootDir>/dist/services/lib/store/chdb-server/launch.js',
  },
  transform: {
    '\\.ts$': [
      '@swc/jest',
      {
        swcrc: false,
        sourceMaps: 'inline',
        module: { type: 'es6' },
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript' },
          experimental: { keepImportAttributes: true },
        },
      },
    ],
  },
}

const withServers = {
  ...common,
  globalSetup: '<rootDir>/test/support/servers/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/servers/global-teardown.ts',
}

export default {
  reporters: [
    'default',
    '<rootDir>/test/support/slowest-files.js',
    '<rootDir>/test/support/closing-line.js',
  ],
  // a busy machine is no fault: this ends what hangs
  testTimeout: 900_000,
  testSequencer: '<rootDir>/test/support/system-first.js',
  cacheDirectory: '<rootDir>/.cache/jest',
  // modules of a test file stay in memory after it: some 200 files in one process take more than 4 GB
  workerIdleMemoryLimit: '1GB',
  // many tests wait for a server or for time to pass; jest takes a percentage above 100 for a number
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
  globalSetup: '<rootDir>/test/support/compile.ts',
  projects: [
    {
      ...withServers,
      displayName: 'chaos',
      testRegex: chaos,
      runner: '<rootDir>/test/support/one-at-a-time.js',
    },
    {
      ...common,
      displayName: 'unit',
      testMatch: ['<rootDir>/test/**/*.test.ts'],
      testPathIgnorePatterns: [...system, ...integration],
    },
    {
      ...common,
      displayName: 'integration',
      testMatch: integration.map((path) => `<rootDir>/${path}`),
      testPathIgnorePatterns: system,
    },
    {
      ...withServers,
      displayName: 'system',
      // a look-behind, because a pattern may itself contain the `.test` of the file's name
      testRegex: system.map((pattern) => `${pattern}.*(?<=\\.test\\.ts)$`),
      testPathIgnorePatterns: [chaos],
    },
  ],
}
