import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.SECRET)
const handled = new Set() // in production: a table with a unique index

async function handle(request, response) {
  try {
    const body = Buffer.concat(await request.toArray()).toString()
    const message = webhook.verify(body, request.headers)
    const id = request.headers['webhook-id']
    if (!handled.has(id)) console.log(message.type, JSON.stringify(message.data))
    handled.add(id)
    response.writeHead(204).end()
  } catch (error) {
    response.writeHead(error.name === 'WebhookVerificationError' ? 400 : 500).end()
  }
}
const server = createServer((request, response) => void handle(request, response))
server.listen(process.env.PORT, () => console.log('listening at port', server.address().port))
