import assert from 'node:assert/strict';
import { nameLiteral, textLiteral } from '../../../../src/core/database/literals';
import { type TestDatabase, useNewestEngine, useServer } from '../../../support/databases/databases';
import { Random } from '../../../support/random';
import { ask, useDatabaseHarness } from './databaseHarness';

const pieces: readonly [string, ...string[]] = [
	'',
	...[
		"'",
		'"',
		'`',
		'\\',
		'\\\\',
		"''",
		"\\'",
		'\\`',
		'``',
		'\0',
		'\b',
		'\t',
		'\n',
		'\f',
		'\r',
		'\r\n',
		'\x01',
		'\x1b',
		'\x7f',
	],
	...[
		'{x:String}',
		'$' + '{x}',
		'%s',
		'?',
		';',
		'--',
		'/*',
		'*/',
		'#',
		'$$',
		'\\N',
		'\\x41',
		'\\0',
		'\\u0041',
		'FORMAT TSV',
		') UNION ALL SELECT 1',
	],
	...[
		'é',
		'ÄİΣ',
		'K',
		'日本',
		'😀',
		'\u2028',
		'\u202e',
		'\ufeff',
		'\u0085',
		'\u00a0',
		'\ufffd',
		' ',
		'a',
		'1',
		'.',
		',',
		'(',
		')',
		'[',
		'"data":',
	],
];

for (const [name, use] of [
	['the oldest server', useServer],
	['the newest engine', useNewestEngine],
] as const) {
	describe(`SQL literals for ${name}`, () => {
		const stage = useDatabaseHarness();
		const database = use();

		it('round-trips 400 malicious strings byte for byte as SQL string literals', async () => {
			const client = await stage.connect(database.current.url);
			const texts = hostile(400, 7);
			const rows = await client.rows(
				ask(`SELECT arrayJoin([${texts.map(textLiteral).join(', ')}]) AS text, hex(text)`),
			);
			assert.deepEqual(
				rows,
				texts.map((text) => [text, Buffer.from(text).toString('hex').toUpperCase()]),
			);
		});

		it('creates, fills and reads 150 columns with malicious names', async () => {
			const client = await stage.connect(database.current.url);
			const names = [...new Set(hostile(400, 11))].filter((text) => text !== '').slice(0, 150);
			await makeTable(database.current, names);
			const columns = names.map(nameLiteral).join(', ');
			assert.deepEqual(await client.rows(ask(`SELECT ${columns} FROM hostile`)), [
				names.map((_, index) => `v${index}`),
			]);
			const known = await client.rows(
				ask("SELECT name FROM system.columns WHERE database = 'default' AND table = 'hostile'"),
			);
			assert.deepEqual(known.flat().sort(), [...names].sort());
		});

		it('prevents SQL injection through string literals', async () => {
			const client = await stage.connect(database.current.url);
			const text = "\\' OR 1 = 1 --";
			assert.deepEqual(await client.rows(ask(`SELECT 'a' WHERE 'x' = ${textLiteral(text)}`)), []);
		});
	});
}

async function makeTable(database: TestDatabase, names: readonly string[]): Promise<void> {
	await database.run('DROP TABLE IF EXISTS hostile');
	await database.run(
		`CREATE TABLE hostile (${names.map((name) => `${nameLiteral(name)} String`).join(', ')}) ENGINE = Memory`,
	);
	await database.run(`INSERT INTO hostile SELECT ${names.map((_, index) => `'v${index}'`).join(', ')}`);
}

function hostile(count: number, seed: number): string[] {
	const random = new Random(seed);
	return random.times(count, () => random.times(random.below(6), () => random.pick(pieces)).join(''));
}
