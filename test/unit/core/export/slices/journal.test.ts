import * as assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Journal, journalFileName, readJournal } from '../../../../../src/core/export/slices/journal';
import { entryLine, readEntries } from '../../../../../src/core/export/slices/journalText';
import {
	type HeldSlice,
	isPartOf,
	isSliceFileName,
	type Slice,
	sliceFileName,
} from '../../../../../src/core/export/slices/slice';
import type { JournalEntry } from '../../../../../src/core/export/slices/sliceTree';
import { nodeFiles } from '../../../../../src/core/files/durableFile';
import { filesTearingLinesWith, filesThatNote } from '../support/failingFiles';
import { assertProblem } from '../support/problems';
import { tree, useTemporaryFolder } from '../support/temporaryFolder';

function slice(id: string): Slice {
	return { id, since: '2026-11-17 00:00:00', until: '2026-11-18 00:00:01', extraFields: ['error_timestamp'] };
}

const held: HeldSlice = {
	file: 'slice-1.csv',
	rows: 3,
	bytes: 40,
	sha256: 'ab',
	times: { first: 5, last: 9 },
	timeless: 0,
	largestAnswer: 3,
};

const entries: readonly JournalEntry[] = [
	{ entry: 'begun', version: 1, slices: [slice('1'), slice('2')] },
	{ entry: 'asked', slice: '1', at: '2026-11-20T09:00:00.000Z' },
	{ entry: 'queued', slice: '1' },
	{ entry: 'held', slice: '1', held },
	{ entry: 'halved', slice: '2', into: [slice('2a'), slice('2b')] },
	{ entry: 'written', slice: '2b', written: { rows: 4, bytes: 50 } },
	{ entry: 'held', slice: '2a', held: { ...held, fieldsUnasked: ['town'], headersRepeated: 1 } },
	{
		entry: 'written',
		slice: '2b',
		written: { rows: 4, bytes: 50, endNotTold: true, saidPartial: ['next'], fieldsMissing: ['city'], raggedRows: 2 },
	},
	{ entry: 'lost', slice: '1' },
];

const text = entries.map(entryLine).join('');

/** Every copy of a value in which one member somewhere is of another type. */
function* damaged(value: unknown): Generator<unknown> {
	if (typeof value !== 'object' || value === null) {
		return;
	}
	for (const [name, member] of Object.entries(value)) {
		const copies = [null, typeof member === 'string' ? 7 : 'x', ...damaged(member)];
		yield* copies.map((copy) => (Array.isArray(value) ? value.with(Number(name), copy) : { ...value, [name]: copy }));
	}
}

describe('the text of a journal', () => {
	it('reads what it wrote', () => {
		assert.deepEqual(readEntries(text), entries);
	});

	it('drops a last line that is cut anywhere, or was never written', () => {
		const whole = entries.slice(0, 3).map(entryLine).join('');
		const last = entryLine({ entry: 'held', slice: '1', held });
		for (let length = 0; length < last.length; length++) {
			assert.deepEqual(readEntries(whole + last.slice(0, length)), entries.slice(0, 3));
			assert.deepEqual(readEntries(`${whole}${last.slice(0, length)}${'\0'.repeat(9)}\n`), entries.slice(0, 3));
		}
	});

	it('believes nothing behind a broken line', () => {
		const broken = [entries[0], 'x', entries[1]].map((entry) => `${JSON.stringify(entry)}\n`).join('');
		assert.deepEqual(readEntries(broken), entries.slice(0, 1));
	});

	it('refuses any member of another type, at any depth', () => {
		for (const entry of entries) {
			for (const copy of damaged(entry)) {
				const known = readEntries(text.replace(entryLine(entry), `${JSON.stringify(copy)}\n`));
				const at = entries.indexOf(entry);
				const expected = at === 0 ? undefined : entries.slice(0, at);
				assert.deepEqual(known, expected, JSON.stringify(copy));
			}
		}
	});

	it('refuses names that lead out of the folder', () => {
		const odd = (entry: JournalEntry) => readEntries(entryLine(entries[0] ?? entry) + entryLine(entry))?.length;
		assert.equal(odd({ entry: 'held', slice: '1', held: { ...held, file: '../x' } }), 1);
		assert.equal(odd({ entry: 'held', slice: '1', held: { ...held, file: 'a\\b' } }), 1);
		assert.equal(odd({ entry: 'halved', slice: '1', into: [slice('../1a'), slice('1b')] }), 1);
	});
});

describe('Journal', () => {
	const folder = useTemporaryFolder();
	const path = () => join(folder.path, journalFileName);

	it('is on the disk before what it announces is begun', async () => {
		const log: string[] = [];
		const files = filesThatNote(log);
		const journal = await Journal.create(folder.path, [slice('1')], files);
		const created = log.length;
		await journal.write({ entry: 'asked', slice: '1', at: '2026-11-20T09:00:00.000Z' });
		assert.equal(log[0], `sync ${journalFileName}.tmp`);
		assert.deepEqual(log.slice(created), [`sync ${journalFileName}`]);
	});

	it('does not glue the next line to half of one', async () => {
		const begun = entries.slice(0, 3).map(entryLine).join('');
		writeFileSync(path(), `${begun}{"entry":"hel`);
		const journal = await Journal.open(folder.path, nodeFiles);
		assert.equal(readFileSync(path(), 'utf8'), begun);
		await journal?.write({ entry: 'held', slice: '1', held });
		assert.equal((await readJournal(folder.path))?.resumable.done, 1);
		assert.deepEqual(tree(folder.path), [journalFileName]);
	});

	it('does not glue the next line to half of one that it could not write itself', async () => {
		const journal = await Journal.create(folder.path, [slice('1')], filesTearingLinesWith('queued'));
		await assertProblem(journal.write({ entry: 'queued', slice: '1' }), { kind: 'disk', fault: 'full' });
		await journal.write({ entry: 'held', slice: '1', held });
		const there = (await readJournal(folder.path))?.resumable;
		assert.deepEqual([there?.done, there?.queued], [1, false]);
		assert.deepEqual(there, journal.tree.resumable);
	});

	it('tells what there is to go on from', async () => {
		const journal = await Journal.create(folder.path, [slice('1'), slice('2')], nodeFiles);
		for (const entry of entries.slice(1, 5)) {
			await journal.write(entry);
		}
		await journal.write({ entry: 'queued', slice: '2b' });
		const expected = { slices: 3, done: 1, rows: 3, bytes: 40, queued: true };
		assert.deepEqual(journal.tree.resumable, expected);
		assert.deepEqual((await readJournal(folder.path))?.resumable, expected);
		assert.equal(journal.tree.next?.slice.id, '2a');
	});

	it('is none where there is none, or another file', async () => {
		assert.equal(await Journal.open(folder.path, nodeFiles), undefined);
		writeFileSync(path(), 'my diary\n');
		assert.equal(await Journal.open(folder.path, nodeFiles), undefined);
		assert.equal(readFileSync(path(), 'utf8'), 'my diary\n');
	});
});

describe('names of slices', () => {
	it('are told from those of other files', () => {
		assert.equal(sliceFileName('12ab', 'json'), 'slice-12ab.json');
		for (const name of ['slice-1.csv', 'slice-12ab.json', 'slice-1.csv.part', 'slice-1-again.csv']) {
			assert.ok(isSliceFileName(name), name);
		}
		for (const name of ['slice-1.csv.errors.csv', 'my slice-1.csv', 'slice-.csv', 'question.json', 'slice-1.txt']) {
			assert.ok(!isSliceFileName(name), name);
		}
	});

	it('tell halves', () => {
		assert.ok(isPartOf('1a', '1') && isPartOf('1abb', '1a'));
		assert.ok(!isPartOf('10', '1') && !isPartOf('10a', '1') && !isPartOf('1', '1') && !isPartOf('1', '1a'));
	});
});
