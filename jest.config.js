export default {
  reporters: ['default', '<rootDir>/test/support/closing-line.js'],
  cacheDirectory: '<rootDir>/.cache/jest',
  testEnvironment: '<rootDir>/test/support/environment.js',
  extensionsToTreatAsEsm: ['.ts'],
  globalSetup: '<rootDir>/test/support/servers/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/servers/global-teardown.ts',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  // a busy machine is no fault: this ends what hangs
  testTimeout: 60_000,
  // modules of a test file stay in memory after it: some 200 files in one process take more than 4 GB
  workerIdleMemoryLimit: '1GB',
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
