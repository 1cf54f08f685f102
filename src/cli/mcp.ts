import {
	acceptedContent,
	CLIENT_CAPABILITIES_META_KEY,
	type ClientCapabilities,
	type ElicitRequestFormParams,
	inputRequired,
	ProtocolError,
	ProtocolErrorCode,
	Server,
	type ServerContext,
	type Tool,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { McpSession } from './agents/mcpSession';
import type { CliContext } from './context/cliContext';

const promptName = 'confirm';
const promptSchema: ElicitRequestFormParams['requestedSchema'] = {
	type: 'object',
	properties: {
		export: { type: 'boolean', title: 'Export', description: 'Request these records from the service' },
	},
	required: ['export'],
};

export async function serveAgents(
	session: McpSession,
	{ progress, signal, version }: Pick<CliContext, 'progress' | 'signal' | 'version'>,
) {
	const onerror = ({ name }: Error) => progress.note(`invalid message: ${name}`);
	const { close } = serveStdio(() => createServer(session, version), { onerror });
	await new Promise<void>((resolve) => {
		const end = () => void close().finally(resolve);
		process.stdin.once('end', end).once('close', end);
		signal.addEventListener('abort', end);
	});
}

function createServer(session: McpSession, version: string): Server {
	const server = new Server(
		{ name: 'app-errors', title: 'App Errors', version },
		{ capabilities: { tools: {} }, instructions: session.instructions },
	);
	const canConfirm = ({ mcpReq }: ServerContext) => {
		// Since MCP revision 2026-07-28, clients declare their capabilities in each request, not once per connection.
		const envelope: { readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } = mcpReq.envelope ?? {};
		return supportsForms(envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities());
	};
	server.setRequestHandler('tools/list', (_, context) => ({
		tools: session.offered(canConfirm(context)).map(({ name, title, description, inputSchema, readOnly }) => ({
			name,
			title,
			description,
			inputSchema: inputSchema as object as Tool['inputSchema'],
			annotations: {
				title,
				readOnlyHint: readOnly,
				destructiveHint: false,
				openWorldHint: !readOnly,
			},
		})),
	}));
	server.setRequestHandler('tools/call', async ({ params: { name, arguments: input } }, context) => {
		const { inputResponses, requestState, signal } = context.mcpReq;
		const response = inputResponses && {
			isAccepted: acceptedContent(inputResponses, promptName)?.['export'] === true,
			promptId: requestState<string>(),
		};
		const reply = await session.call(name, input, { canConfirm: canConfirm(context), response, signal });
		if (!reply) {
			throw new ProtocolError(
				ProtocolErrorCode.InvalidParams,
				'Unknown tool. List the tools to see which are available.',
			);
		}
		if ('prompt' in reply) {
			const { id, message } = reply.prompt;
			const prompt = inputRequired.elicit({ message, requestedSchema: promptSchema });
			return inputRequired({ inputRequests: { [promptName]: prompt }, requestState: id });
		}
		// Returns only text, because some clients hide the text of results that also have structured content.
		return { content: [{ type: 'text', text: reply.text }], ...(reply.isRefused && { isError: true }) };
	});
	return server;
}

/** Returns true if the client can show forms. In MCP, a client declares this with an empty `elicitation` object. */
function supportsForms(capabilities: ClientCapabilities | undefined): boolean {
	const { form, url } = capabilities?.elicitation ?? { url: true };
	return form !== undefined || url === undefined;
}
