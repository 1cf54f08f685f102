import * as assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Format } from '../../../../src/core/plan/plan';
import { utc } from '../../../../src/core/plan/range';
import { manifestName } from '../../../../src/core/sync/model/names';
import { dayIn } from '../../../../src/core/sync/model/syncedSet';
import { long } from '../../../support/length';
import { Random } from '../../../support/random';
import { type FakeRecord, FakeService, recordsIn } from '../export/support/fakeService';
import { tree, useTemporaryFolder } from '../export/support/temporaryFolder';
import { SyncWorld, syncedFields } from './support/syncWorld';

const day = 86_400;
const start = Date.parse('2026-11-17T00:00:00Z') / 1000;
const damagedDay = '2026-11-18';

type Damage = readonly [name: string, change: (text: string) => string | Buffer, isSetAside?: true];

const isRecord = (line: string) => line.includes('e20');

const csvDamages: readonly Damage[] = [
	['was truncated in a time', (text) => text.slice(0, -4), true],
	['was truncated in the first cell of a record', (text) => text.slice(0, text.lastIndexOf('e3') + 2)],
	['was truncated at the end of a record', (text) => lines(text).slice(0, 10).join('\n')],
	['is empty', () => '', true],
	['has only its header', (text) => `${lines(text)[0]}\n`, true],
	['lost its header', (text) => lines(text).slice(1).join('\n'), true],
	['lost the beginning of its header', (text) => text.slice(3)],
	['lost the first name in its header', (text) => text.slice('error,'.length), true],
	['begins with zero bytes', (text) => Buffer.from(text).fill(0, 0, 64), true],
	['contains zero bytes', (text) => Buffer.from(text).fill(0, 200, 260), true],
	['contains only zero bytes', (text) => Buffer.alloc(text.length), true],
	['is a web page', () => '<!doctype html><html><body>Sign in</body></html>', true],
	['was saved with semicolons', (text) => text.replaceAll(',', ';'), true],
	['was saved as UTF-16', (text) => Buffer.from(`\ufeff${text}`, 'utf16le'), true],
	['was saved with a byte order mark', (text) => `\ufeff${text}`],
	['was saved with other line endings', (text) => text.replaceAll('\n', '\r\n')],
	['was saved with all cells quoted', (text) => cellsOf(text, (cells) => cells.map((cell) => `"${cell}"`))],
	['lost its first column', (text) => cellsOf(text, ([, ...cells]) => cells)],
	['lost its time column', (text) => cellsOf(text, (cells) => cells.slice(0, 2))],
	['lost its other columns', (text) => cellsOf(text, (cells) => cells.slice(0, 1))],
	['has its columns in another order', (text) => cellsOf(text, (cells) => cells.toReversed())],
	['has a renamed column', (text) => text.replace('os_name', 'system')],
	[
		'lost a record',
		(text) =>
			lines(text)
				.filter((line) => !isRecord(line))
				.join('\n'),
	],
	['contains a record twice', (text) => text + lines(text).filter(isRecord).join('\n'), true],
	['has a changed value of the same size', (text) => text.replace('e20', 'e2x'), true],
	['has a changed value', (text) => text.replace('e20', 'another'), true],
	[
		'has a changed time that is no number',
		(text) =>
			lines(text)
				.map((line) => (isRecord(line) ? line.replace(/\d+$/, '1.7E+09') : line))
				.join('\n'),
		true,
	],
	['has an unpaired quote', (text) => text.replace('e20', '"e20'), true],
	['has too many cells in a record', (text) => text.replace('e20', 'e,2,0'), true],
	['was compressed', (text) => gzipSync(text), true],
	['ends with zero bytes', (text) => Buffer.concat([Buffer.from(text), Buffer.alloc(4096)])],
	['contains its header twice', (text) => `${text}${lines(text)[0]}\n`, true],
	['was saved with tabs', (text) => text.replaceAll(',', '\t'), true],
	['was saved with old Mac line endings', (text) => text.replaceAll('\n', '\r')],
	['begins with a separator line', (text) => `sep=,\n${text}`, true],
	['was saved with spaces after commas', (text) => text.replaceAll(',', ', ')],
	['has all times in scientific notation', (text) => text.replaceAll(/,\d{10}$/gm, ',1.79E+09'), true],
	[
		'has its records in another order',
		(text) => [lines(text)[0], ...lines(text).slice(1, -1).toReversed(), ''].join('\n'),
	],
	['has an additional column', (text) => cellsOf(text, (cells) => [...cells, 'mine'])],
	['has a header in uppercase', (text) => text.replace('error,os_name', 'ERROR,OS_NAME')],
	[
		'lost the records in its middle',
		(text) =>
			lines(text)
				.filter((_, at) => at < 5 || at > 15)
				.join('\n'),
	],
	['contains only blank lines', () => '\n\n\n\n', true],
	['contains the records of another day', (text) => text.replaceAll('17950', '17940'), true],
	['was saved as UTF-16 with big-endian units', (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(), true],
	[
		'contains merge conflict markers',
		(text) => text.replace('e20', '<<<<<<< HEAD\ne20').replace('e25', '=======\ne25'),
		true,
	],
	['has decimal commas in its times', (text) => text.replaceAll(/(?<=,\d{10})$/gm, ',0'), true],
	['ends with a row of totals', (text) => `${text}Total,20,\n`, true],
	[
		'was trimmed to its error names',
		(text) =>
			lines(text)
				.map((line) => line.split(',')[0])
				.join('\n'),
	],
	['was pasted twice', (text) => text + text, true],
	['was saved with thousands separators', (text) => text.replaceAll(/\d{10}$/gm, '"1,795,000,000"'), true],
	['was overwritten with JSON', (text) => JSON.stringify({ data: lines(text) }), true],
];

const jsonDamages: readonly Damage[] = [
	['was truncated', (text) => text.slice(0, text.length / 2)],
	['was truncated after a record', (text) => lines(text).slice(0, 10).join('\n')],
	['is empty', () => '', true],
	['lost its beginning', (text) => text.slice(30), true],
	['begins with zero bytes', (text) => Buffer.from(text).fill(0, 0, 64), true],
	['contains zero bytes', (text) => Buffer.from(text).fill(0, 300, 340), true],
	['is a web page', () => '<!doctype html><html><body>Sign in</body></html>', true],
	['was formatted', (text) => JSON.stringify(JSON.parse(text), null, '\t')],
	['contains only an array', (text) => JSON.stringify(JSON.parse(text).data)],
	['lost a property', (text) => text.replaceAll(/"os_name" : "\w+" , /g, '')],
	['lost its times', (text) => text.replaceAll(/ , "error_receive_timestamp" : "\d+"/g, '')],
	[
		'lost a record',
		(text) =>
			lines(text)
				.filter((line) => !isRecord(line))
				.join('\n'),
	],
	['has a changed value of the same size', (text) => text.replace('e20', 'e2x'), true],
	['contains the records of another day', (text) => text.replaceAll('"17950', '"17940'), true],
	['was compressed', (text) => gzipSync(text), true],
];

function lines(text: string): readonly string[] {
	return text.split('\n');
}

function cellsOf(text: string, change: (cells: readonly string[]) => readonly string[]): string {
	return lines(text)
		.map((line) => (line === '' ? '' : change(line.split(',')).join(',')))
		.join('\n');
}

describe('synced days whose files were changed by another program', () => {
	const library = useTemporaryFolder();

	let records: FakeRecord[];
	let service: FakeService;
	let world: SyncWorld;
	let all: readonly string[];
	let folder: string;
	let path: string;

	async function stage(format: Format = 'csv') {
		records = Array.from({ length: 60 }, (_, index) => ({
			at: start + (index * day) / 20,
			error: `e${index}`,
			os: index % 3 === 0 ? 'ios' : 'android',
		}));
		service = new FakeService(records, { zone: utc }, new Random(1));
		world = new SyncWorld(library.path, service.exportErrors, { plan: { format } });
		await world.begin('2026-11-17');
		world.now = (start + 3 * day + 60) * 1000;
		await world.update();
		all = await world.records();
		const partition = dayIn(await world.set(), damagedDay)?.partition;
		folder = partition?.folder ?? '';
		path = join(world.folder, folder, partition?.file ?? '');
		chmodSync(path, 0o600);
	}

	async function update(): Promise<readonly string[]> {
		service.asked.length = 0;
		await world.update();
		return service.asked.map(({ since }) => since.slice(0, 10)).filter((asked) => asked <= damagedDay);
	}

	async function damaged() {
		const found = dayIn(await world.set(), damagedDay);
		return { ...found, text: world.getText(found?.partition?.folder ?? '', found?.partition?.file ?? '') };
	}

	for (const [format, damages] of [
		['csv', csvDamages],
		['json', jsonDamages],
	] as const) {
		for (const [index, [name, change, isSetAside = false]] of damages.entries()) {
			const define = index % 4 === 0 ? it : long;
			define(`restores the records of a day if its file ${name} (${format})`, async () => {
				await stage(format);
				const whole = readFileSync(path, 'utf8');
				writeFileSync(path, change(whole));
				assert.deepEqual(await update(), [damagedDay]);
				assert.deepEqual(await world.records(), all);
				const { asked, setAside, text } = await damaged();
				assert.deepEqual([asked?.notGivenAgain, text], [0, whole]);
				assert.equal(setAside, isSetAside ? `damaged-${folder}` : undefined);
				assert.equal(
					tree(world.folder).some((path) => path.startsWith('damaged-')),
					isSetAside,
				);
				assert.deepEqual(await update(), []);
			});
		}
	}

	for (const [name, change, left] of [
		[
			'lost a record',
			(text: string) =>
				lines(text)
					.filter((line) => !isRecord(line))
					.join('\n'),
			19,
		],
		['lost a column', (text: string) => cellsOf(text, ([, ...cells]) => cells), 20],
		['has a changed value', (text: string) => text.replace('e20', 'mine'), 20],
		[
			'was saved with all cells quoted',
			(text: string) => cellsOf(text, (cells) => cells.map((cell) => `"${cell}"`)),
			20,
		],
	] as const) {
		it(`keeps the remaining records if the file ${name} and the service no longer has the records`, async () => {
			await stage();
			writeFileSync(path, change(readFileSync(path, 'utf8')));
			records.splice(20, 20);
			await world.update();
			const { partition, asked, text } = await damaged();
			assert.deepEqual([partition?.rows, asked?.notGivenAgain], [left, left]);
			assert.ok(text.startsWith(syncedFields.join(',')));
			assert.equal(recordsIn(text, 'csv', syncedFields).length, left);
			assert.deepEqual(await update(), []);
		});
	}

	for (const [name, replace] of Object.entries({
		'was deleted': () => rmSync(path),
		'was replaced by a folder': () => {
			rmSync(path);
			mkdirSync(path);
		},
		'was replaced by a link to a missing file': () => {
			rmSync(path);
			symlinkSync('nowhere.csv', path);
		},
	})) {
		it(`restores the records of a day if its file ${name}`, async () => {
			await stage();
			const whole = readFileSync(path, 'utf8');
			replace();
			assert.deepEqual(await update(), [damagedDay]);
			assert.deepEqual(await world.records(), all);
			assert.equal((await damaged()).text, whole);
			assert.deepEqual(await update(), []);
		});
	}

	it('restores two days of a synced set if their files were swapped', async () => {
		await stage();
		const other = dayIn(await world.set(), '2026-11-17')?.partition;
		const otherPath = join(world.folder, other?.folder ?? '', other?.file ?? '');
		chmodSync(otherPath, 0o600);
		const [one, two] = [readFileSync(path), readFileSync(otherPath)];
		writeFileSync(path, two);
		writeFileSync(otherPath, one);
		await world.update();
		assert.deepEqual(await world.records(), all);
		assert.deepEqual(await update(), []);
	});

	it('restoring a damaged file keeps records that the service no longer has', async () => {
		await stage();
		writeFileSync(
			path,
			cellsOf(readFileSync(path, 'utf8'), (cells) => cells.map((cell) => `"${cell}"`)),
		);
		records.splice(25, 5);
		await world.update();
		assert.deepEqual(await world.records(), all);
		assert.equal((await damaged()).asked?.notGivenAgain, 5);
	});

	it('detects a changed file even if its size and modification time are unchanged', async () => {
		await stage();
		const { atime, mtime } = statSync(path);
		writeFileSync(path, readFileSync(path, 'utf8').replace('e20', 'e2x'));
		utimesSync(path, atime, mtime);
		await world.update();
		assert.deepEqual(await world.records(), all);
	});

	it('restores a damaged day of a synced set without a manifest', async () => {
		await stage();
		rmSync(join(world.folder, manifestName({ id: '101', name: 'Shop for Android' })));
		writeFileSync(path, Buffer.from(readFileSync(path)).fill(0, 0, 64));
		await world.update();
		assert.deepEqual(await world.records(), all);
		assert.equal((await damaged()).setAside, `damaged-${folder}`);
	});

	it('no longer reports a damaged file after the user has deleted the folder with the file', async () => {
		await stage();
		writeFileSync(path, '');
		await world.update();
		assert.equal((await damaged()).setAside, `damaged-${folder}`);
		rmSync(join(world.folder, `damaged-${folder}`), { recursive: true });
		await world.update();
		assert.equal((await damaged()).setAside, undefined);
	});
});
