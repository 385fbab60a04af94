// jest reporter: the files that a run spent most time in.
const limit = 20

export default class SlowestFiles {
  onRunComplete(_contexts, { testResults }) {
    const slowest = testResults
      .map(({ testFilePath, perfStats }) => ({ path: testFilePath, ms: perfStats.runtime }))
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, limit)
    const lines = slowest.map(
      ({ path, ms }) =>
        `${(ms / 1000).toFixed(1).padStart(7)} s  ${path.slice(process.cwd().length + 1)}\n`,
    )
    process.stdout.write(`\nThe ${slowest.length} slowest files:\n${lines.join('')}`)
  }
}
