// jest reporter: the last line of a run, `N passed, N failed`, which CI reads. Printed on exit,
// because jest's own warnings and globalTeardown still print after onRunComplete.
export default class ClosingLine {
  onRunComplete(_contexts, results) {
    // a test file that does not load has no failed test of its own
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites
    const skipped = results.numPendingTests + results.numTodoTests
    const line = `${results.numPassedTests} passed, ${failed} failed`
    process.once('exit', () =>
      process.stdout.write(`${line}${skipped ? `, ${skipped} skipped` : ''}\n`),
    )
  }
}
