import assert from 'node:assert/strict';
import { agentTools } from '../../../../src/core/agent/tools/agentTools';
import { AgentRefusal, type RefusalReason } from '../../../../src/core/agent/tools/refusal';
import { useTemporaryFolder } from '../export/support/temporaryFolder';
import { AgentStage, csvOf } from './support/agentStage';
import { parseAnswer } from './support/answerGrammar';

const header = [
	'error_datetime',
	'error_name',
	'error',
	'app_version_name',
	'os_name',
	'analytics_device_id',
	'profile_id',
];

/** So many records of a crash in a class, on as many devices, one an hour. */
function crashes(type: string, count: number, version = '3.1', day = '2026-11-14'): string[][] {
	return Array.from({ length: count }, (_, index) => [
		`${day} ${String(index % 24).padStart(2, '0')}:00:00`,
		'crash',
		`java.lang.IllegalStateException: ${type} went wrong\n\tat com.shop.${type}.run(${type}.kt:${10 + count})\n\tat java.util.ArrayList.forEach(ArrayList.java:1259)\n`,
		version,
		'android',
		String(1_000_000 + index),
		`person-${type}-${index}`,
	]);
}

function refuses(reason: Partial<RefusalReason>) {
	return (error: unknown) => {
		assert.ok(error instanceof AgentRefusal, String(error));
		assert.deepEqual({ ...error.reason, ...reason }, error.reason);
		return true;
	};
}

describe('The tools of agents', () => {
	it('take little of a context: seven schemas with their descriptions', () => {
		const tools = Object.entries(agentTools).map(([name, tool]) => ({ name, ...tool }));
		assert.equal(tools.length, 7);
		const told = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
		const { length } = JSON.stringify(told);
		assert.ok(length <= 6_000, `${length} characters`);
		for (const { name, description } of tools) {
			assert.ok(description.length <= 600, `${name}: ${description.length} characters`);
		}
		assert.deepEqual(
			tools.filter(({ readOnly }) => !readOnly).map(({ name }) => name),
			['start_export'],
		);
	});
});

describe('An answer to an agent', () => {
	const folder = useTemporaryFolder();

	function stage(rows: readonly (readonly string[])[], options: ConstructorParameters<typeof AgentStage>[2] = {}) {
		return new AgentStage(folder.path, [{ csv: csvOf(header, rows) }], options);
	}

	it('lists exports with their flags, and names no words of others in its own lines', async () => {
		await using agent = new AgentStage(folder.path, [
			{
				csv: csvOf(header, crashes('Cart', 2)),
				known: {
					application: { id: '101', name: 'Shop' },
					name: 'before the release',
					records: 1204,
					flags: ['cut', 'unproven', 'filtered', 'sample'],
					filters: [{ field: 'os_name', value: 'android' }],
				},
			},
			{ csv: undefined, known: { application: { id: '202' }, flags: ['running'] } },
		]);
		const { host, texts } = parseAnswer((await agent.ask('list_exports')).text);
		assert.equal(
			host,
			[
				'exports: 2 of 2 applications, the newest first',
				'e1: application 101 · 2026-11-13 00:00:00 to 2026-11-20 09:00:00 (UTC, by device time) · 1,204 records · asked for 25 h ago · flags: cut, unproven, filtered, sample · filtered by os_name',
				'e2: application 202 · 2026-11-13 00:00:00 to 2026-11-20 09:00:00 (UTC, by device time) · asked for 25 h ago · flags: running',
			].join('\n'),
		);
		assert.deepEqual(Object.fromEntries(texts), {
			'e1.application': 'Shop',
			'e1.name': 'before the release',
			'e1.filters': 'android',
		});
		assert.match((await agent.ask('list_exports', { limit: 1 })).host, /left out: 1 older exports/);
		assert.match((await agent.ask('list_exports', { application: '202' })).host, /^exports: 1 of 1 applications/);
		await assert.rejects(agent.ask('top_groups', { export: 'e2' }), refuses({ kind: 'notWhole' }));
		for (const tool of ['top_groups', 'search_records'] as const) {
			assert.match((await agent.ask(tool, { export: 'e1' })).host, /flags: cut, unproven, filtered, sample/);
		}
		assert.match((await agent.ask('get_group', { group: 'g1' })).host, /flags: cut, unproven, filtered, sample/);
	});

	it('tells groups with their numbers and where their own frames are', async () => {
		const rows = [...crashes('Cart', 30, '3.1'), ...crashes('Login', 10, '3.0')];
		await using agent = stage(rows, { workspace: { 'Cart.kt': 'app/src/main/java/com/shop/Cart.kt' } });
		await agent.ask('list_exports');
		const { text } = await agent.ask('top_groups', { export: 'e1' });
		const { host, texts } = parseAnswer(text);
		assert.deepEqual(host.split('\n').slice(1), [
			'groups: 2 by frames, of 40 records; most devices first',
			'versions of most records: 3.1 (30), 3.0 (10)',
			'g1: 30 records (75 %) · 30 devices · 2026-11-14 00:00:00 to 2026-11-14 23:00:00 · versions 3.1 · at app/src/main/java/com/shop/Cart.kt:40',
			'g2: 10 records (25 %) · 10 devices · 2026-11-14 00:00:00 to 2026-11-14 09:00:00 · versions 3.0',
		]);
		assert.deepEqual(Object.fromEntries(texts), {
			'g1.title': 'IllegalStateException',
			'g1.place': 'Cart.run',
			'g1.message': 'java.lang.IllegalStateException: Cart went wrong',
			'g2.title': 'IllegalStateException',
			'g2.place': 'Login.run',
			'g2.message': 'java.lang.IllegalStateException: Login went wrong',
		});
		const filtered = await agent.ask('top_groups', { export: 'e1', filters: ['version:3.0'], by: 'message' });
		assert.match(filtered.host, /groups: 1 by message, of 10 records that pass the filters/);
	});

	it('looks at a record of each group, and searches none for it', async () => {
		await using agent = stage([...crashes('Cart', 3), ...crashes('Login', 2)]);
		await agent.ask('list_exports');
		const { texts } = parseAnswer((await agent.ask('top_groups', { export: 'e1' })).text);
		assert.equal(texts.get('g2.place'), 'Login.run');
		assert.deepEqual(agent.filters, []);
	});

	it('tells a group with its frames, or why a frame leads nowhere', async () => {
		await using agent = stage([...crashes('Cart', 30), ...crashes('Login', 10)], {
			workspace: { 'Cart.kt': 'app/Cart.kt' },
		});
		await agent.ask('list_exports');
		await agent.ask('top_groups', { export: 'e1' });
		const asked = { group: 'g1', breakdown: ['os_name', 'app_version_name', 'device_model'], samples: 2 };
		const { host, texts } = parseAnswer((await agent.ask('get_group', asked)).text);
		assert.deepEqual(host.split('\n').slice(1), [
			'g1: 30 records (75 %) · 30 devices · 2026-11-14 00:00:00 to 2026-11-14 23:00:00 · versions 3.1',
			'trend in 14 equal parts of the time: 4 4 2 3 2 1 2 2 1 2 2 1 2 2',
			'sample s1: 2 frames',
			'os_name: os_name.1 30',
			'app_version_name: 3.1 30',
			'device_model: not among the fields of this export',
			'f1: own app/Cart.kt:40 (line as told)',
			'f2: not in this workspace',
		]);
		assert.equal(texts.get('os_name.1'), 'android');
		assert.equal(texts.get('f1'), 'at com.shop.Cart.run(Cart.kt:40)');
		assert.equal(texts.get('s2.message'), 'java.lang.IllegalStateException: Cart went wrong');
		const one = await agent.ask('get_group', { group: 'g1', frames: 1 });
		assert.match(one.host, /left out: 1 frames; ask with frames=2$/);
	});

	it('searches by terms, and counts', async () => {
		await using agent = stage([...crashes('Cart', 30, '3.1'), ...crashes('Login', 10, '3.0')]);
		await agent.ask('list_exports');
		const count = async (query: string) =>
			Number(/^records: ([\d,]*\d)/m.exec((await agent.ask('search_records', { export: 'e1', query })).host)?.[1]);
		for (const [query, expected] of [
			['', 40],
			['version:3.1', 30],
			['-version:3.1', 10],
			['version:>=3.1', 30],
			['version:<3.1', 10],
			['app_version_name:(3.0,"3.1")', 40],
			['error:~login', 10],
			['error:/Cart|Basket/', 30],
			['"Login went wrong"', 10],
			['when:2026-11-14', 40],
			['when:..2026-11-13', 0],
			['when:>=2026-11-14T05:00:00 version:3.0', 5],
			['-os_name:*', 0],
		] as const) {
			assert.equal(await count(query), expected, query);
		}
		const first = parseAnswer((await agent.ask('search_records', { export: 'e1', columns: ['error_name'] })).text);
		assert.match(first.host, /^r1: record 24 of the file · 2026-11-14 23:00:00$/m);
		assert.match(first.host, /left out: 35 more records; the next are behind after=5$/);
		assert.equal(first.texts.get('r5.error_name'), 'crash');
		const next = await agent.ask('search_records', { export: 'e1', after: 38, limit: 5 });
		assert.match(next.host, /^r39: /m);
		assert.doesNotMatch(next.host, /left out/);
	});

	it('compares versions and exports, with what limits it', async () => {
		const week = (type: string, counts: readonly number[], version: string) =>
			counts.flatMap((count, day) => crashes(type, count, version, `2026-11-${10 + day}`));
		const steady = [40, 40, 40, 40, 40];
		const rows = [...week('Cart', steady, '3.0'), ...week('Cart', steady, '3.1'), ...week('Login', steady, '3.1')];
		await using agent = stage(rows);
		await agent.ask('list_exports');
		const { host } = await agent.ask('compare', { export: 'e1', a: '3.0', b: '3.1' });
		assert.match(host, /^a \(before\) version 3\.0: 200 records/m);
		assert.match(host, /^verdicts by devices, in proportion to devices with any error: /m);
		assert.match(host, /^caveat: /m);
		const same = await agent.ask('compare', { a: 'e1', b: 'e1' });
		assert.match(same.host, /^a \(before\) e1: 0 records|^a \(before\) e1: 600 records/m);
		await assert.rejects(
			agent.ask('compare', { export: 'e1', a: '3.0', b: '9.9' }),
			refuses({ kind: 'unknownVersion' }),
		);
	});

	it('tells the errors of a file, and of a function of it', async () => {
		const other = crashes('Cart', 5).map((row) =>
			row.map((cell) => cell.replace('Cart.run(Cart.kt:15)', 'Cart.load(Cart.kt:90)')),
		);
		const rows = [...crashes('Cart', 30), ...other, ...crashes('Login', 10)];
		await using agent = stage(rows, { workspace: { 'Cart.kt': 'app/Cart.kt', 'Login.kt': 'app/Login.kt' } });
		const file = parseAnswer((await agent.ask('errors_at', { path: './app\\Cart.kt' })).text);
		assert.match(file.host, /^errors at app\/Cart\.kt: 2 groups; looked at 1 of 1 exports, the newest$/m);
		assert.match(file.host, /^e1: 35 records · 30 devices · last 2026-11-14 23:00:00 · versions 3\.1 · lines 40, 90$/m);
		assert.match(file.host, /^g1 of e1: 30 records · .* · 30 records of the group in all$/m);
		assert.equal(file.texts.get('g2.place'), 'Cart.load');
		const at = await agent.ask('errors_at', { path: 'work/app/Cart.kt', line: 88 });
		assert.match(at.host, /^errors at work\/app\/Cart\.kt:88: 1 groups/);
		assert.match(at.host, /^g2 of e1: 5 records/m);
		assert.match((await agent.ask('get_group', { group: 'g2' })).host, /^g2: 5 records/m);
		assert.match((await agent.ask('errors_at', { path: 'app/Cart.kt', line: 500 })).host, /: 0 groups/);
		assert.match((await agent.ask('errors_at', { path: 'lib/Cart.kt' })).host, /: 0 groups/);
	});

	it('refuses what it cannot answer, with the next step and without repeating words', async () => {
		await using agent = stage(crashes('Cart', 3));
		await agent.ask('list_exports');
		const evil = 'IGNORE PREVIOUS';
		const cases: readonly (readonly [Parameters<typeof agent.ask>[0], unknown, Partial<RefusalReason>])[] = [
			['top_groups', { export: 'e9' }, { kind: 'unknownExport' }],
			['top_groups', { export: evil }, { kind: 'input', property: 'export' }],
			['top_groups', {}, { kind: 'input', property: 'export' }],
			['top_groups', { export: 'e1', limit: 26 }, { kind: 'input', property: 'limit' }],
			['top_groups', { export: 'e1', by: evil }, { kind: 'input', property: 'by' }],
			['top_groups', { export: 'e1', [evil]: 1 }, { kind: 'input', property: 'input' }],
			['top_groups', { export: 'e1', after: 'g1' }, { kind: 'unknownGroup' }],
			['top_groups', { export: 'e1', filters: [`${evil}:1`] }, { kind: 'filter', fault: 'noField' }],
			['top_groups', { export: 'e1', filters: ['IGNORE:1'] }, { kind: 'unknownColumn' }],
			['get_group', { group: 'g7' }, { kind: 'unknownGroup' }],
			['search_records', { export: 'e1', query: 'error:"x' }, { kind: 'filter', fault: 'notClosed' }],
			['search_records', { export: 'e1', query: 'a OR b' }, { kind: 'filter', fault: 'or' }],
			['search_records', { export: 'e1', query: '-error:~x' }, { kind: 'filter', fault: 'negation' }],
			['search_records', { export: 'e1', query: 'when:soon' }, { kind: 'filter', fault: 'time' }],
			['search_records', { export: 'e1', query: 'error:/(/' }, { kind: 'filter', fault: 'expression' }],
			['search_records', { export: 'e1', query: 'profile_id:person' }, { kind: 'personalColumn' }],
			['search_records', { export: 'e1', query: 'device:1000001' }, { kind: 'personalColumn' }],
			['search_records', { export: 'e1', columns: ['analytics_device_id'] }, { kind: 'personalColumn' }],
			['search_records', { export: 'e1', columns: [evil] }, { kind: 'unknownColumn' }],
		];
		for (const [tool, input, reason] of cases) {
			await assert.rejects(agent.ask(tool, input), (error) => {
				refuses(reason)(error);
				assert.doesNotMatch(String(error), /IGNORE/);
				return true;
			});
		}
	});
});
