// A child process: creates or reads the secret at the given path, and prints it.
import { readOrCreateSecret } from '../../../services/lib/run/secret-file.ts'

const secret = await readOrCreateSecret(process.argv[2] ?? '')
process.send?.(secret, () => process.disconnect())
