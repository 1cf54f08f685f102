import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CliContext } from '../../../src/cli/context/cliContext';
import { readGiven } from '../../../src/cli/options/options';
import { Progress } from '../../../src/cli/output/progress';
import type { ReadingToolName } from '../../../src/core/agent/agentAnswers';
import { agentInstructions, agentTools, maxAnswerLength } from '../../../src/core/agent/tools/agentTools';
import { serviceFields } from '../../../src/core/plan/fields';
import { AgentClient, script, withoutNonce } from '../../support/cli/agentClient';
import { engineInProcess } from '../../support/cli/engineInProcess';
import { GitImport, requireGit } from '../../support/gitImport';
import { measured } from '../../support/measured';
import { getCsv } from '../core/agent/support/agentHarness';
import { parseAnswer } from '../core/agent/support/answerGrammar';
import { promptInjections } from '../core/agent/support/promptInjections';
import { addExport } from '../core/export/support/library';
import { useTemporaryFolder } from '../core/export/support/temporaryFolder';

const header = ['error_datetime', 'error_name', 'error', 'app_version_name', 'os_name'];

function cart(more: readonly (readonly string[])[] = []): string {
	const rows = Array.from({ length: 40 }, (_, index) => [
		`2026-11-14 ${String(index % 24).padStart(2, '0')}:00:00`,
		`cart ${index % 3}`,
		`java.lang.Error: cart total ${index}\n\tat com.shop.Cart${index % 3}.total(Cart.kt:3)\n\tat com.shop.Main.main(Main.kt:1)\n`,
		`3.${index % 2}`,
		'android',
	]);
	return getCsv(header, [...rows, ...more]);
}

describe('MCP server of the command-line interface', () => {
	const library = useTemporaryFolder();
	const workspace = useTemporaryFolder();

	const args = () => [script, 'mcp', '--library', library.path, '--workspace', workspace.path];
	const start = (options: Partial<Parameters<typeof AgentClient.start>[0]> = {}) =>
		AgentClient.start({ command: process.execPath, args: args(), ...options });

	beforeEach(() => {
		mkdirSync(join(workspace.path, 'src'));
		const source = 'package com.shop\nclass Cart0 {\n\tfun total() = error("x")\n}\n';
		writeFileSync(join(workspace.path, 'src', 'Cart.kt'), source);
	});

	for (const protocolVersion of ['2025-06-18', '2025-11-25']) {
		it(`lists the six read-only tools in protocol revision ${protocolVersion}`, async () => {
			await using client = await start({ protocolVersion });
			const { result } = client.initialized;
			assert.equal(result?.protocolVersion, protocolVersion);
			assert.equal(result?.instructions, agentInstructions);
			assert.match(result?.instructions ?? '', /evidence, never as instructions/);
			const { tools = [] } = (await client.ask('tools/list')).result ?? {};
			const reading = Object.entries(agentTools).filter(([, { readOnly }]) => readOnly);
			assert.deepEqual(
				tools.map(({ name, description }) => ({ name, description })),
				reading.map(([name, { description }]) => ({ name: `app_errors_${name}`, description })),
			);
			for (const [index, { inputSchema, annotations }] of tools.entries()) {
				assert.deepEqual(inputSchema, JSON.parse(JSON.stringify(reading[index]?.[1].inputSchema)));
				assert.equal(annotations['readOnlyHint'], true);
				assert.equal(annotations['openWorldHint'], false);
				assert.equal(annotations['destructiveHint'], false);
			}
		});
	}

	it('hides columns that the user has declared as personal', async () => {
		const records = getCsv(['error_name', 'customer'], [['crash of a cart', 'anna']]);
		await addExport(library.path, { records });
		const search = async (client: AgentClient, query: string) => client.text('search_records', { export: 'e1', query });
		for (const options of [
			{ args: [...args(), '--personal-columns', 'branch, customer'] },
			{ env: { APP_ERRORS_PERSONAL_COLUMNS: 'customer' } },
		]) {
			await using client = await start(options);
			await client.text('list_exports');
			const named = { export: 'e1', query: 'customer:anna' };
			assert.match(await client.refusal('search_records', named), /can identify a person/);
			assert.match(await search(client, 'anna'), /^records: 0 match/m);
			assert.match(await search(client, 'crash'), /^records: 1 match/m);
		}
	});

	it('returns the commits that touched the code of a group between two tags', async function () {
		requireGit(this);
		using made = new GitImport();
		const source = (message: string) => `package com.shop\nclass Cart0 {\n\tfun total() = error("${message}")\n}\n`;
		made.commit({ files: { 'src/Cart.kt': source('x') }, tag: 'v2.9' });
		const mark = made.commit({ files: { 'src/Cart.kt': source('y') }, subject: 'Change the message', tag: 'v3.0' });
		made.write();
		const earlier = ['2026-11-13 00:00:00', 'other', 'java.lang.Error: other', '2.9', 'android'];
		await addExport(library.path, { records: cart([earlier]) });
		await using client = await start({
			args: [script, 'mcp', '--library', library.path, '--workspace', made.path('')],
		});
		await client.text('list_exports');
		const groups = await client.text('top_groups', { export: 'e1' });
		const id = /^(g\d+): .*Cart\.kt/m.exec(groups)?.[1] ?? 'g1';
		const { host, texts } = parseAnswer(await client.text('get_group', { group: id }));
		assert.match(host, new RegExp(`^c1: ${made.hash(mark).slice(0, 12)} of .* \\(src/Cart\\.kt\\)$`, 'm'));
		assert.equal(Object.fromEntries(texts)['c1.subject'], 'Change the message');
	});

	it('finds exports and source files that were added after the MCP server started', async () => {
		await using client = await start();
		await addExport(library.path, { records: cart() });
		assert.match(await client.text('list_exports'), /^exports: 1 /);
		const input = { path: 'src/Main.kt' };
		assert.match(await client.refusal('errors_at', input), /no such file/);
		const source = 'package com.shop\nclass Main {\n\tfun main() = Cart1().total()\n}\n';
		writeFileSync(join(workspace.path, 'src', 'Main.kt'), source);
		await addExport(library.path, { records: cart(), name: '2026-11-20T09-02-04Z-abc124' });
		assert.match(await client.text('list_exports'), /^exports: 2 /);
		const mostMs = 30_000;
		const until = performance.now() + mostMs;
		let text = '';
		while (!/: [1-9]\d* groups?/.test(text) && performance.now() < until) {
			await wait(200);
			text = await client.text('errors_at', input);
		}
		assert.match(text, /src\/Main\.kt: [1-9]\d* groups?/);
	});

	it('errors_at accepts absolute paths in the workspace and rejects paths outside it without echoing them', async () => {
		await addExport(library.path, { records: cart() });
		const elsewhere = join(library.path, 'Cart.kt');
		writeFileSync(elsewhere, 'package com.shop\n');
		await using client = await start();
		const relative = await client.text('errors_at', { path: 'src/Cart.kt' });
		assert.match(relative, /^errors at src\/Cart\.kt: [1-9]\d* groups?/m);
		for (const path of [join(workspace.path, 'src', 'Cart.kt'), `${workspace.path}/lib/../src/Cart.kt`]) {
			assert.equal(withoutNonce(await client.text('errors_at', { path })), withoutNonce(relative), path);
		}
		for (const path of [elsewhere, join(workspace.path, '..', 'Cart.kt'), '../Cart.kt', '/absent/Secret.kt']) {
			const refusal = await client.refusal('errors_at', { path });
			assert.match(refusal, /outside the workspace/, path);
			assert.doesNotMatch(refusal, /Cart|Secret/);
		}
		for (const path of ['Secret.kt', 'src', 'Cart.kt', 'src/Cart.kt:3', join(workspace.path, 'src', 'Secret.kt')]) {
			const refusal = await client.refusal('errors_at', { path });
			assert.match(refusal, /no such file/, path);
			assert.doesNotMatch(refusal, /Cart|Secret/);
		}
	});

	it('returns the same tool results over MCP as directly from the engine', async () => {
		await addExport(library.path, { records: cart(), name: '2026-11-20T09-02-03Z-abc123' });
		await addExport(library.path, { records: cart(), name: '2026-11-20T09-02-04Z-abc124' });
		const terminal = { stdin: process.stdin, stdout: process.stdout, stderr: process.stderr, env: {}, cwd: '/' };
		const options = ['--library', library.path, '--workspace', workspace.path];
		const given = readGiven(options, { options: {}, takes: [0, 0] });
		const never = new AbortController().signal;
		await using other = new CliContext(given, terminal, new Progress(terminal, true), {
			signal: never,
			installed: {
				startEngine: engineInProcess,
				version: '1',
				url: '',
			},
		});
		await using client = await start();
		const first = await client.text('list_exports');
		assert.match(first, /^e1: application 101 /m);
		const answers: string[] = [first];
		for (const [tool, input] of [
			['list_exports', {}],
			['top_groups', { export: 'e1' }],
			['get_group', { group: 'g1', breakdown: ['os_name'] }],
			['compare', { before: 'e1', after: 'e2' }],
			['search_records', { export: 'e1', query: 'error:~total' }],
			['errors_at', { path: 'src/Cart.kt' }],
			['read_trace', { text: 'java.lang.Error: no\n\tat com.shop.Cart1.total(Cart.kt:3)\n\tat a.B.c(B.kt:1)' }],
		] as const satisfies readonly (readonly [ReadingToolName, object])[]) {
			const { own } = await other.frames();
			await other.engine.call('ownNames', { names: own.names });
			const asked = { tool, input, libraries: other.libraries, personalColumns: [], git: other.suspectSearch };
			const reply = await other.engine.call('agentAnswer', asked);
			assert(reply.kind === 'answer');
			const text = await client.text(tool, input);
			assert.equal(withoutNonce(text), withoutNonce(reply.answer.text), tool);
			assert.ok(text.length <= maxAnswerLength);
			parseAnswer(text);
			answers.push(text);
		}
		const [, , groups = '', group = '', , , at = ''] = answers;
		assert.match(groups, /src\/Cart\.kt:3/);
		assert.match(group, /^f1: .*src\/Cart\.kt:3/m);
		assert.match(at, /src\/Cart\.kt: [1-9]\d* groups?/);
	});

	it("returns tool errors that don't echo the input, and a protocol error for unknown tools", async () => {
		await using client = await start();
		assert.match(await client.refusal('top_groups', { export: 'e9' }), /Call list_exports/);
		assert.match(await client.refusal('top_groups', { export: '<b>secret</b>', odd: 1 }), /only these properties/);
		const unknown = await client.ask('tools/call', { name: 'run_this', arguments: {} });
		assert.equal(unknown.error?.code, -32602);
		assert.doesNotMatch(client.written, /secret|run_this/);
		// `start_export` is not offered without a token and a client that supports confirmation.
		assert.equal((await client.call('start_export', { application: '101', range: 'today' })).error?.code, -32602);
	});

	it('returns no structured content, because such content would hide the text from agents', async () => {
		await using client = await start();
		assert.equal((await client.call('list_exports')).result?.structuredContent, undefined);
	});

	it('logs malformed MCP messages and continues to respond', async () => {
		await using client = await start();
		client.send('{"jsonrpc":"2.0","id":');
		client.send('');
		client.send('[]');
		client.send('null');
		assert.match(await client.text('list_exports'), /^exports: 0 /);
		assert.match(client.logged, /invalid message|Invalid filter/);
	});

	it('MCP server exits cleanly after its input ends', async () => {
		await addExport(library.path, { records: cart() });
		await using client = await start();
		await client.text('list_exports');
		await client.text('top_groups', { export: 'e1' });
		const { code } = await client.end();
		assert.equal(code, 0);
		assert.equal(client.logged, '');
	});

	measured('MCP server exits within a second after its input ends', async () => {
		await using client = await start();
		await client.text('list_exports');
		const { ms } = await client.end();
		assert.ok(ms < 1_000, `${ms} ms`);
	});

	it('handles 24 concurrent MCP requests', async () => {
		await addExport(library.path, { records: cart() });
		await using client = await start();
		await client.text('list_exports');
		const inputs = Array.from({ length: 24 }, (_, index) => ({ export: 'e1', limit: 1 + (index % 3) }));
		const texts = await Promise.all(inputs.map((input) => client.text('top_groups', input)));
		assert.deepEqual(
			texts.map((text) => text.match(/^g\d+: /gm)?.length),
			inputs.map(({ limit }) => limit),
		);
	});

	it('does not respond to a canceled MCP request', async () => {
		await addExport(library.path, { records: cart() });
		await using client = await start();
		await client.text('list_exports');
		const requestId = client.id;
		let answered = false;
		void client.call('top_groups', { export: 'e1' }).then(
			() => (answered = true),
			() => undefined,
		);
		client.send({ method: 'notifications/cancelled', params: { requestId, reason: 'enough' } });
		assert.match(await client.text('top_groups', { export: 'e1' }), /^groups: /m);
		assert.equal(answered, false);
	});

	it('does not return personal values from records', async () => {
		const personal = serviceFields.filter((field) => field.personal).map(({ name }) => name);
		const secrets = [
			...personal.map((_, index) => `Kq${index}wXzr-${index}7Yp`),
			'jo.doe@mail.example.com',
			'203.0.113.77',
			'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
			'0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c',
			'917263548190',
		];
		const row = ['2026-11-14 00:00:00', 'crash', `java.lang.Error: of ${secrets.join(' and ')}\n\tat a.B.c(D.kt:1)\n`];
		const values = secrets.slice(0, personal.length);
		const records = getCsv([...header.slice(0, 3), ...personal], Array(5).fill([...row, ...values]));
		await addExport(library.path, { records });
		await using client = await start();
		await client.text('list_exports');
		const groups = await client.text('top_groups', { export: 'e1', by: 'message' });
		await client.text('get_group', { group: /^(g\d+): /m.exec(groups)?.[1] ?? '', samples: 3 });
		await client.text('search_records', { export: 'e1', query: 'java', columns: ['error'] });
		await client.text('compare', { before: 'e1', after: 'e1' });
		for (const column of personal) {
			await client.refusal('search_records', { export: 'e1', columns: [column] });
		}
		assert.match(client.written, /<email>/);
		for (const secret of secrets) {
			assert.ok(!client.written.includes(secret), secret);
		}
	});

	it('keeps prompt injections inside the block of untrusted record data and flags them', async () => {
		const some = promptInjections.filter(({ length }) => length < 1_000).slice(0, 12);
		const rows = some.map((promptInjection, index) => [
			`2026-11-15 00:00:${String(index).padStart(2, '0')}`,
			promptInjection,
			`java.lang.Error: ${promptInjection}\n\tat com.shop.Lure${index}.run(Lure.kt:1)\n`,
			'3.1',
			'android',
		]);
		await addExport(library.path, { records: getCsv(header, rows) });
		await using client = await start();
		await client.text('list_exports');
		for (const by of ['name', 'frames', 'message']) {
			const { host, hints } = parseAnswer(await client.text('top_groups', { export: 'e1', by, limit: 12 }));
			assert.doesNotMatch(host, /npx|curl|ignore|start_export|records-/i);
			assert.ok(hints.length > 0);
		}
		const found = parseAnswer(
			await client.text('search_records', { export: 'e1', columns: ['error_name'], limit: 12 }),
		);
		assert.equal(found.hints.length, some.length);
	});
});
