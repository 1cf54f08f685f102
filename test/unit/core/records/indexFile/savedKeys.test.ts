import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { appendFile, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MemoryBudget } from '../../../../../src/core/records/indexFile/memoryBudget';
import { createQueries } from '../../../../../src/core/records/queries';
import { FileTable } from '../../../../../src/core/records/read/openTable';
import type { Table } from '../../../../../src/core/records/table/table';
import { UnionTable } from '../../../../../src/core/records/union/unionTable';
import { OwnCode } from '../../../../../src/core/stack/own/ownCode';
import { inParts } from '../../../../support/length';
import { Random } from '../../../../support/random';
import { useTemporaryFolder } from '../../export/support/temporaryFolder';
import { askingSites, shownSites } from '../query/crashSites/support/querySites';

const never = new AbortController().signal;

function getText(random: Random, records: number): string {
	const lines = random.times(records, () => {
		const error = random.below(12);
		const trace = `java.lang.E${error}: at ${random.below(99)}\n\tat com.example.A${error}.run(A.kt:${random.below(90)})\n\tat com.google.shop.B.go(B.java:3)`;
		const [plain, json] = random.chance(0.2)
			? [random.chance(0.5) ? `words ${random.below(3)}` : '', JSON.stringify({ stack: trace })]
			: [trace, ''];
		return `"${plain}","${json.replaceAll('"', '""')}",${random.below(900)}\n`;
	});
	return `error,error_json,analytics_device_id\n${lines.join('')}`;
}

async function getGroups(table: Table, own = new OwnCode([])) {
	const { answer } = createQueries(table, () => own);
	const context = { signal: never, report: () => undefined };
	const of = (kind: 'frames' | 'topFrame', containing?: string) =>
		answer.groups(
			{
				view: { filters: [], sort: [] },
				key: { kind },
				order: 'records',
				descending: true,
				start: 0,
				end: 50,
				trendParts: 0,
				...(containing && { containing }),
			},
			context,
		);
	const frames = await of('frames');
	const value = frames.page[3]?.value ?? '';
	const view = { filters: [{ kind: 'group', key: { kind: 'frames' }, values: [value] } as const], sort: [] };
	const one = await answer.page({ view, start: 0, end: 5, columns: [0, 1], cellLength: 90 }, context);
	const ask = askingSites(table, () => own).ask;
	const sites = [await shownSites(ask, 'A.kt'), await shownSites(ask, 'B.java')];
	return {
		sites: sites.map((some) => some.sort()),
		frames,
		top: await of('topFrame'),
		some: await of('frames', 'A7'),
		one,
	};
}

describe('saved group keys', () => {
	const folder = useTemporaryFolder();

	async function write(name: string, text: string): Promise<string> {
		await writeFile(join(folder.path, name), text);
		return join(folder.path, name);
	}

	async function parts(random: Random): Promise<string[]> {
		const paths: string[] = [];
		for (const records of [300, 0, 40, 120]) {
			paths.push(await write(`part${paths.length}.csv`, getText(random, records)));
		}
		return paths;
	}

	async function ask(
		paths: readonly string[],
		{ own, savesIndex = true }: { own?: OwnCode; savesIndex?: boolean } = {},
	) {
		await using table = new UnionTable(paths, { budget: new MemoryBudget(1024 * 1024), savesIndex });
		await table.load(never, () => undefined);
		const groups = await getGroups(table, own);
		const saved = () => readdir(folder.path).then((names) => names.filter((name) => name.endsWith('.keys')));
		for (let tries = 0; savesIndex && tries < 500 && (await saved()).length < paths.length; tries++) {
			await new Promise((resolve) => setTimeout(resolve, 10));
		}
		return { groups, saved: await saved() };
	}

	async function modified(paths: readonly string[]) {
		return Promise.all(paths.map(async (path) => (await stat(`${path}.keys`, { bigint: true })).mtimeNs));
	}

	it('saved group keys produce the same groups as parsing, even if a partition was added', async () => {
		const random = new Random(7);
		const paths = await parts(random);
		const expected = await ask(paths, { savesIndex: false });
		assert.deepEqual(expected.saved, []);
		assert.ok(expected.groups.frames.groups > 9);
		assert.ok((expected.groups.sites[0]?.length ?? 0) > 99);
		const first = await ask(paths);
		assert.deepEqual(first.groups, expected.groups);
		assert.equal(first.saved.length, paths.length);
		const before = await modified(paths);
		assert.deepEqual((await ask(paths)).groups, expected.groups);
		await using again = new UnionTable(paths, { budget: new MemoryBudget(1024), savesIndex: true });
		await again.load(never, () => undefined);
		const known = await Promise.all(again.keyParts?.map((part) => part.read('')) ?? []);
		assert.deepEqual(
			known.map((keys) => keys?.codes.length),
			[300, 0, 40, 120],
		);
		const more = [...paths.slice(0, 2), await write('new.csv', getText(random, 80)), ...paths.slice(2)];
		assert.deepEqual((await ask(more)).groups, (await ask(more, { savesIndex: false })).groups);
		assert.deepEqual(await modified(paths), before, 'nothing is written again');
	});

	it('saved group keys produce the same groups for a file and for a table with one partition', async () => {
		const path = await write('one.csv', getText(new Random(9), 200));
		const expected = (await ask([path], { savesIndex: false })).groups;
		for (const isNew of [true, false]) {
			await using table = await FileTable.open(path, { saved: new MemoryBudget(1024) });
			await table.load(never, () => undefined);
			assert.equal(table.keyParts === undefined, isNew, 'keys are beside a saved index');
			await table.saveIndex(never);
			assert.deepEqual(await getGroups(table), expected);
			for (let tries = 0; !isNew && tries < 500 && !existsSync(`${path}.keys`); tries++) {
				await new Promise((resolve) => setTimeout(resolve, 10));
			}
		}
		assert.ok(existsSync(`${path}.keys`));
	});

	it('uses saved group keys only for the same package declarations and an unmodified records file', async () => {
		const paths = await parts(new Random(8));
		const plain = (await ask(paths)).groups;
		const before = await modified(paths);
		const own = new OwnCode(['package com.google.shop']);
		const declared = (await ask(paths, { own })).groups;
		assert.notDeepEqual(declared, plain);
		assert.deepEqual(declared, (await ask(paths, { own, savesIndex: false })).groups);
		assert.notDeepEqual(await modified(paths), before);
		assert.deepEqual((await ask(paths)).groups, plain);
		await appendFile(paths[0] ?? '', getText(new Random(3), 20).replace(/^.*\n/, ''));
		assert.deepEqual((await ask(paths)).groups, (await ask(paths, { savesIndex: false })).groups);
	});

	inParts('ignores saved group keys if any byte of their file was modified', 5, async (part) => {
		const path = await write('a.csv', getText(new Random(2), 30));
		const { groups: expected } = await ask([path]);
		const whole = await readFile(`${path}.keys`);
		const check = async (bytes: Uint8Array, what: string) => {
			await writeFile(`${path}.keys`, bytes);
			await using table = new UnionTable([path], { budget: new MemoryBudget(1024), savesIndex: true });
			await table.load(never, () => undefined);
			assert.equal(await table.keyParts?.[0]?.read(''), undefined, what);
			assert.deepEqual(await getGroups(table), expected, what);
		};
		const contents = whole.length - 16 - whole.readUInt32LE(whole.length - 8);
		for (let at = part; at < whole.length; at += at > contents && at < whole.length - 20 ? 185 : 35) {
			const bytes = Buffer.from(whole);
			bytes[at] = (bytes[at] ?? 0) ^ (1 << (at % 8));
			await check(bytes, `byte ${at}`);
		}
		for (const length of [0, 5, 20, 100, whole.length - 1]) {
			await check(whole.subarray(0, length), `${length} bytes`);
		}
	});
});
