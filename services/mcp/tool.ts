// The type of a tool: its schemas, and the function that calls the API.
import { z } from 'zod'
import type { Client } from '../../clients/typescript/src/client.ts'

/** What a tool returns: the same data twice, because some clients show the model only one of the two. */
export interface ToolResult<Output> {
  /**
   * For a model: a sentence, then a line of JSON for each row, then notes, for example about gaps and further
   * pages.
   */
  readonly text: string
  readonly structured: Output
}

export interface ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string
  readonly title: string
  /** For the model that chooses among the tools: what the tool answers, units, and which tool to use instead. */
  readonly description: string
  readonly input: Input
  readonly output: Output
  /** Rejects with an error of the client. `signal` aborts when the caller cancels the call. */
  run(
    client: Client,
    input: z.output<Input>,
    signal: AbortSignal,
  ): Promise<ToolResult<z.output<Output>>>
}

export interface Tool {
  readonly name: string
  /** An entry of the answer to `tools/list`. */
  readonly listed: {
    readonly name: string
    readonly title: string
    readonly description: string
    readonly inputSchema: { type: 'object' }
    readonly outputSchema: { type: 'object' }
    readonly annotations: {
      readonly readOnlyHint: true
      readonly openWorldHint: true
    }
  }
  /** Rejects with a ZodError if the arguments do not fit the schema, or with an error of the client. */
  call(
    client: Client,
    args: unknown,
    signal: AbortSignal,
  ): Promise<ToolResult<Record<string, unknown>>>
}

export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: ToolDefinition<Input, Output>,
): Tool {
  const { name, title, description, input, output } = definition
  const toJsonSchema = (schema: z.ZodObject, io: 'input' | 'output') =>
    z.toJSONSchema(schema, { io }) as { type: 'object' }
  return {
    name,
    listed: {
      name,
      title,
      description,
      inputSchema: toJsonSchema(input, 'input'),
      outputSchema: toJsonSchema(output, 'output'),
      annotations: { readOnlyHint: true, openWorldHint: true },
    },
    call: async (client, args, signal) => definition.run(client, input.parse(args ?? {}), signal),
  }
}
