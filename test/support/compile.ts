// jest: before every run. Compiles the program, because tests start it and its chDB child from JavaScript.
import { buildProgram } from '../../tools/built-program.ts'

export default function compile(): void {
  buildProgram()
}
