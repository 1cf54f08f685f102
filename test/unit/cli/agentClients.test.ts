import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { agentInstructions } from '../../../src/core/agent/tools/agentTools';
import { agentToolNames } from '../../../src/ids';
import type { SampleServer } from '../../../src/sample/service';
import { script } from '../../support/cli/agentClient';
import { useTemporaryFolder } from '../core/export/support/temporaryFolder';
import { startSmall } from '../sample/support/services';

interface Call {
	readonly name: string;
	readonly arguments: Record<string, unknown>;
}

type Confirm = (request: { readonly params: { readonly message?: string } }) => {
	readonly action: 'accept' | 'decline';
	readonly content?: { readonly export: boolean };
};

interface Server {
	readonly command: string;
	readonly args: string[];
	readonly env: Record<string, string>;
}

const info = { name: 'test', version: '1' };
const capabilities = { elicitation: { form: {} } };
const confirmed = { action: 'accept', content: { export: true } } as const;
const order = { name: 'app_errors_start_export', arguments: { application: '101', range: '2026-11-01..2026-11-19' } };

async function connectOld(server: Server, confirm: Confirm) {
	const client = new OldClient(info, { capabilities });
	client.setRequestHandler(ElicitRequestSchema, confirm);
	await client.connect(new OldTransport(server));
	return client;
}

async function connectNew(server: Server, confirm: Confirm, mode: 'legacy' | 'auto') {
	const client = new Client(info, { capabilities, versionNegotiation: { mode } });
	client.setRequestHandler('elicitation/create', confirm);
	await client.connect(new StdioClientTransport(server));
	return client;
}

const clients = {
	'version 1 of the official client': connectOld,
	'version 2 of the official client with its default settings': (server: Server, confirm: Confirm) =>
		connectNew(server, confirm, 'legacy'),
	'version 2 of the official client with protocol revision 2026-07-28': async (server: Server, confirm: Confirm) => {
		const client = await connectNew(server, confirm, 'auto');
		assert.equal(client.getNegotiatedProtocolVersion(), '2026-07-28');
		return client;
	},
};

describe('MCP clients of the command-line interface', () => {
	const library = useTemporaryFolder();
	let service: SampleServer;

	beforeEach(async () => {
		service = await startSmall();
	});
	afterEach(() => service.close());

	const server = (): Server => ({
		command: process.execPath,
		args: [script, 'mcp', '--library', library.path, '--workspace', library.path],
		env: { APP_ERRORS_TOKEN: service.token, APP_ERRORS_BASE_URL: service.url },
	});
	const textOf = (result: object) => (result as { content?: { text: string }[] }).content?.[0]?.text ?? '';
	const exportRequests = () => service.requests.list().filter(({ url }) => url.includes('/export/'));

	for (const [name, connect] of Object.entries(clients)) {
		it(`lists and calls tools for ${name}`, async () => {
			const client = await connect(server(), () => ({ action: 'decline' }));
			try {
				assert.equal(client.getInstructions(), agentInstructions);
				const { tools } = await client.listTools();
				assert.deepEqual(
					tools.map((tool) => tool.name),
					agentToolNames.map((tool) => `app_errors_${tool}`),
				);
				const call: Call = { name: 'app_errors_list_exports', arguments: {} };
				assert.match(textOf(await client.callTool(call)), /^exports: 0 /);
			} finally {
				await client.close();
			}
		});

		it(`starts only confirmed exports for ${name}`, async () => {
			const messages: string[] = [];
			let isAccepted = false;
			const client = await connect(server(), ({ params }) => {
				messages.push(params.message ?? '');
				return isAccepted ? confirmed : { action: 'decline' };
			});
			try {
				assert.match(textOf(await client.callTool(order)), /declined the export/);
				assert.deepEqual(exportRequests(), []);
				isAccepted = true;
				assert.equal(textOf(await client.callTool(order)), 'e1: running. Call list_exports to check its state.');
				assert.equal(messages.length, 2);
				assert.match(messages[0] ?? '', /Shop for Android/);
			} finally {
				await client.close();
			}
		});
	}

	it('accepts each export confirmation only once and only for the prompt that was shown', async () => {
		const client = await connectNew(server(), () => confirmed, 'auto');
		try {
			const options = { allowInputRequired: true };
			const respond = (requestState: string) => ({ ...order, inputResponses: { confirm: confirmed }, requestState });
			assert.match(textOf(await client.callTool(respond('unknown'), options)), /declined the export/);
			assert.deepEqual(exportRequests(), []);
			const prompt = (await client.callTool(order, options)) as { readonly requestState?: string };
			const response = respond(prompt.requestState ?? '');
			assert.match(textOf(await client.callTool(response, options)), /^e1: running/);
			assert.match(textOf(await client.callTool(response, options)), /declined the export/);
		} finally {
			await client.close();
		}
	});
});
