import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceFields } from '../../../src/core/plan/fields';
import { agentToolNames } from '../../../src/ids';
import type { SampleServer } from '../../../src/sample/service';
import { AgentClient, script } from '../../support/cli/agentClient';
import { eventually } from '../../support/vscode/waiting';
import { useTemporaryFolder } from '../core/export/support/temporaryFolder';
import { startSmall } from '../sample/support/services';

const order = { application: '101', range: '2026-11-01..2026-11-19', filters: ['os_name:android'] };

describe("start_export tool of the CLI's MCP server", () => {
	const library = useTemporaryFolder();
	let service: SampleServer;

	beforeEach(async () => {
		service = await startSmall();
	});
	afterEach(() => service.close());

	const start = (capabilities: object = { elicitation: {} }, env: Readonly<Record<string, string>> = {}) =>
		AgentClient.start({
			command: process.execPath,
			args: [script, 'mcp', '--library', library.path, '--workspace', library.path],
			env: { APP_ERRORS_TOKEN: service.token, APP_ERRORS_BASE_URL: service.url, ...env },
			capabilities,
		});
	const toolsOf = async (client: AgentClient) => (await client.ask('tools/list')).result?.tools ?? [];
	const asked = () => service.requests.list().filter(({ url }) => url.includes('/export/'));
	const files = () => readdirSync(library.path, { recursive: true, encoding: 'utf8' });

	const journal = () => {
		const file = files().find((name) => name.endsWith('journal.jsonl'));
		return file === undefined ? '' : readFileSync(join(library.path, file), 'utf8');
	};

	it('offers start_export only if the client supports elicitation and a token is set', async () => {
		await using client = await start();
		const tool = (await toolsOf(client)).find(({ name }) => name === 'app_errors_start_export');
		assert.deepEqual(
			[tool?.annotations['readOnlyHint'], tool?.annotations['destructiveHint'], tool?.annotations['openWorldHint']],
			[false, false, true],
		);
		for (const without of [await start({}), await start({ elicitation: {} }, { APP_ERRORS_TOKEN: '' })]) {
			await using other = without;
			assert.equal((await toolsOf(other)).length, agentToolNames.length - 1);
			assert.equal((await other.call('start_export', order)).error?.code, -32602);
		}
		assert.deepEqual(service.requests.list(), []);
	});

	it('starts an export after the user has confirmed its details', async () => {
		await using client = await start();
		client.onRequest = () => ({ action: 'accept', content: { export: true } });
		assert.equal(await client.text('start_export', order), 'e1: running. Call list_exports to check its state.');
		const [confirmed] = client.heard;
		assert.equal(confirmed?.method, 'elicitation/create');
		const message = String(confirmed?.params?.['message']);
		for (const part of [
			'Shop for Android',
			'2026-11-01 00:00:00',
			'2026-11-19 23:59:59',
			'os_name = android',
			'error_name',
		]) {
			assert.ok(message.includes(part), `${part}: ${message}`);
		}
		await eventually('the end', async () =>
			/^e1: .*flags: .*unverified/m.test(await client.text('list_exports')) ? true : undefined,
		);
		const question = files().find((file) => file.endsWith('request.json')) ?? '';
		const { plan } = JSON.parse(readFileSync(join(library.path, question), 'utf8'));
		const personal = serviceFields.filter((field) => field.personal).map(({ name }) => name);
		assert.ok(plan.fields.length > 5);
		assert.ok(!plan.fields.some((field: string) => personal.includes(field as never)));
		assert.match(await client.text('top_groups', { export: 'e1' }), /^groups: /m);
		assert.ok(!(client.written + client.logged).includes(service.token));
	});

	it('does not start an export if the user declines or does not respond', async () => {
		await using client = await start();
		for (const answer of [
			{ action: 'decline' },
			{ action: 'cancel' },
			{ action: 'accept', content: { export: false } },
			{ action: 'accept', content: { export: 'true' } },
			{ action: 'accept' },
		]) {
			client.onRequest = () => answer;
			assert.match(await client.refusal('start_export', order), /declined the export/);
		}
		assert.deepEqual(asked(), []);
		assert.deepEqual(files(), []);
	});

	it('rejects an export that exceeds the limits without prompting the user', async () => {
		await using client = await start();
		client.onRequest = () => ({ action: 'accept', content: { export: true } });
		const refused = (more: object) => client.refusal('start_export', { ...order, ...more });
		assert.match(await refused({ range: '2026-01-01..2026-11-19' }), /longer than 31 days/);
		assert.match(await refused({ filters: ['profile_id:x'] }), /can identify a person/);
		assert.match(await refused({ application: '101 OR 1' }), /request is not valid/);
		assert.deepEqual(service.requests.list(), []);
		assert.deepEqual(client.heard, []);
	});

	it('does not start an export if the agent cancels the request before confirmation', async () => {
		await using client = await start();
		const { id } = client;
		void client.call('start_export', order).catch(() => undefined);
		await eventually('the question', async () => client.heard[0]);
		client.send({ method: 'notifications/cancelled', params: { requestId: id } });
		const told = await eventually('the end of the question', async () => client.heard[1]);
		assert.equal(told.method, 'notifications/cancelled');
		assert.equal(told.params?.['requestId'], client.heard[0]?.id);
		client.send({ id: client.heard[0]?.id, result: { action: 'accept', content: { export: true } } });
		await client.text('list_exports');
		assert.deepEqual(asked(), []);
	});

	it('reports a rejected token to an agent that starts an export', async () => {
		await using client = await start({ elicitation: {} }, { APP_ERRORS_TOKEN: 'of-somebody-else' });
		client.onRequest = () => ({ action: 'accept', content: { export: true } });
		assert.match(await client.refusal('start_export', order), /No account with access/);
	});

	it('runs one export per application at a time, and lists an unfinished export as interrupted after a restart', async () => {
		service.faults.set({ name: 'queuedForever' });
		await using client = await start();
		client.onRequest = () => ({ action: 'accept', content: { export: true } });
		await client.text('start_export', order);
		assert.match(await client.text('list_exports'), /^e1: .*flags: .*running/m);
		assert.match(await client.refusal('start_export', order), /already running/);
		await eventually('the queue', async () => (journal().includes('queued') ? true : undefined));
		const { code } = await client.end();
		assert.equal(code, 0);
		assert.ok(!files().some((file) => file.endsWith('outcome.json')));
		await using next = await start();
		assert.match(await next.text('list_exports'), /^e1: .*flags: .*interrupted/m);
	});
});
