// Runs chDB as a server in a container. The chDB child process listens on the loopback address only, so
// this program forwards connections from the network to it. It ends when the child ends; Docker then
// restarts the container.
import { connect, createServer } from 'node:net'
import { launchChild } from './services/lib/store/chdb-server/launch.js'

const childPort = 8124
const child = launchChild({
  dataDir: '/var/lib/clickhouse',
  user: process.env.CLICKHOUSE_USER,
  password: process.env.CLICKHOUSE_PASSWORD,
  port: childPort,
  sessions: 8,
  settings: { max_query_size: 1 << 22 },
})
child.dead.then((reason) => {
  console.error(reason)
  process.exit(1)
})
process.on('SIGTERM', () => void child.stop().then(() => process.exit(0)))
await child.listening
createServer((socket) => {
  const inner = connect(childPort, '127.0.0.1')
  socket.on('error', () => inner.destroy()).on('close', () => inner.destroy())
  inner.on('error', () => socket.destroy()).on('close', () => socket.destroy())
  socket.pipe(inner).pipe(socket)
}).listen(8123, '0.0.0.0')
console.error('chDB, standing in for a ClickHouse server, listens at 8123')
