import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
	CallToolRequestSchema,
	ElicitResultSchema,
	ErrorCode,
	ListToolsRequestSchema,
	McpError,
} from '@modelcontextprotocol/sdk/types.js';
import type { Confirm } from './agents/confirm';
import type { McpSession } from './agents/mcpSession';
import type { CliContext } from './context/cliContext';

const answersWithinMs = 10 * 60_000;

/** Serves the Model Context Protocol on standard input and output until the client disconnects or the signal aborts. */
export async function serveAgents(
	door: McpSession,
	{ progress, signal, version }: Pick<CliContext, 'progress' | 'signal' | 'version'>,
) {
	const server = new Server(
		{ name: 'app-errors', title: 'App Errors', version },
		{ capabilities: { tools: {} }, instructions: door.instructions },
	);
	const confirming = () => (server.getClientCapabilities()?.elicitation?.form ? confirmBy(server) : undefined);
	server.setRequestHandler(ListToolsRequestSchema, () => ({
		tools: door.offered(confirming() !== undefined).map(({ name, title, description, inputSchema, readOnly }) => ({
			name,
			title,
			description,
			inputSchema: { ...inputSchema, ...(inputSchema.required && { required: [...inputSchema.required] }) },
			annotations: {
				title,
				readOnlyHint: readOnly,
				destructiveHint: false,
				openWorldHint: !readOnly,
			},
		})),
	}));
	server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: input } }, { signal }) => {
		const reply = await door.call(name, input, { confirm: confirming(), signal });
		if (!reply) {
			throw new McpError(ErrorCode.InvalidParams, 'Unknown tool. List the tools to see which are available.');
		}
		// If a result also has structured content, some clients don't show the text to the agent.
		return { content: [{ type: 'text', text: reply.text }], ...(reply.isRefused && { isError: true }) };
	});
	server.onerror = ({ name }) => progress.note(`invalid message: ${name}`);
	const transport = new StdioServerTransport();
	const closed = new Promise<void>((resolve) => {
		server.onclose = resolve;
	});
	const close = () => void server.close();
	process.stdin.once('end', close).once('close', close);
	signal.addEventListener('abort', close);
	await server.connect(transport);
	await closed;
}

function confirmBy(server: Server): Confirm {
	return async (message, signal) => {
		const { action, content } = await server.request(
			{
				method: 'elicitation/create',
				params: {
					mode: 'form',
					message,
					requestedSchema: {
						type: 'object',
						properties: {
							export: { type: 'boolean', title: 'Export', description: 'Request these records from the service' },
						},
						required: ['export'],
					},
				},
			},
			ElicitResultSchema,
			{ signal, timeout: answersWithinMs },
		);
		return action === 'accept' && content?.['export'] === true;
	};
}
