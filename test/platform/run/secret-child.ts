// Makes or reads the secret at the path given, and tells it.
import { readOrMakeSecret } from '../../../services/platform/run/secret-file.ts'

const secret = await readOrMakeSecret(process.argv[2] ?? '')
process.send?.(secret, () => process.disconnect())
