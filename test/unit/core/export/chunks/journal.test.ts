import * as assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	type Chunk,
	chunkFileName,
	isChunkFileName,
	isPartOf,
	type StoredChunk,
} from '../../../../../src/core/export/chunks/chunk';
import type { Checkpoint } from '../../../../../src/core/export/chunks/chunkTree';
import { Journal, journalFileName, readJournal } from '../../../../../src/core/export/chunks/journal';
import { checkpointLine, readCheckpoints } from '../../../../../src/core/export/chunks/journalText';
import { nodeFiles } from '../../../../../src/core/files/durableFile';
import { filesTearingLinesWith, filesThatNote } from '../support/failingFiles';
import { assertProblem } from '../support/problems';
import { tree, useTemporaryFolder } from '../support/temporaryFolder';

function chunk(id: string): Chunk {
	return { id, since: '2026-11-17 00:00:00', until: '2026-11-18 00:00:01', extraFields: ['error_timestamp'] };
}

const held: StoredChunk = {
	file: 'chunk-1.csv',
	rows: 3,
	bytes: 40,
	sha256: 'ab',
	times: { first: 5, last: 9 },
	timeless: 0,
	largestAnswer: 3,
};

const entries: readonly Checkpoint[] = [
	{ entry: 'begun', version: 1, chunks: [chunk('1'), chunk('2')] },
	{ entry: 'asked', chunk: '1', at: '2026-11-20T09:00:00.000Z' },
	{ entry: 'queued', chunk: '1' },
	{ entry: 'held', chunk: '1', held },
	{ entry: 'halved', chunk: '2', into: [chunk('2a'), chunk('2b')] },
	{ entry: 'written', chunk: '2b', written: { rows: 4, bytes: 50 } },
	{ entry: 'held', chunk: '2a', held: { ...held, unrequestedFields: ['town'], headersRepeated: 1 } },
	{
		entry: 'written',
		chunk: '2b',
		written: {
			rows: 4,
			bytes: 50,
			endNotAnnounced: true,
			saidPartial: ['next'],
			fieldsMissing: ['city'],
			raggedRows: 2,
		},
	},
	{ entry: 'lost', chunk: '1' },
];

const text = entries.map(checkpointLine).join('');

function* damaged(value: unknown): Generator<unknown> {
	if (typeof value !== 'object' || value === null) {
		return;
	}
	for (const [name, member] of Object.entries(value)) {
		const copies = [null, typeof member === 'string' ? 7 : 'x', ...damaged(member)];
		yield* copies.map((copy) => (Array.isArray(value) ? value.with(Number(name), copy) : { ...value, [name]: copy }));
	}
}

describe('journal format', () => {
	it('reads back journal entries', () => {
		assert.deepEqual(readCheckpoints(text), entries);
	});

	it('ignores the last journal line if it is truncated at any position', () => {
		const whole = entries.slice(0, 3).map(checkpointLine).join('');
		const last = checkpointLine({ entry: 'held', chunk: '1', held });
		for (let length = 0; length < last.length; length++) {
			assert.deepEqual(readCheckpoints(whole + last.slice(0, length)), entries.slice(0, 3));
			assert.deepEqual(readCheckpoints(`${whole}${last.slice(0, length)}${'\0'.repeat(9)}\n`), entries.slice(0, 3));
		}
	});

	it('ignores all journal entries after an invalid line', () => {
		const broken = [entries[0], 'x', entries[1]].map((entry) => `${JSON.stringify(entry)}\n`).join('');
		assert.deepEqual(readCheckpoints(broken), entries.slice(0, 1));
	});

	it('rejects a journal entry that has a property of the wrong type at any depth', () => {
		for (const entry of entries) {
			for (const copy of damaged(entry)) {
				const known = readCheckpoints(text.replace(checkpointLine(entry), `${JSON.stringify(copy)}\n`));
				const at = entries.indexOf(entry);
				const expected = at === 0 ? undefined : entries.slice(0, at);
				assert.deepEqual(known, expected, JSON.stringify(copy));
			}
		}
	});

	it('rejects chunk file names and chunk IDs that lead out of the export folder', () => {
		const odd = (entry: Checkpoint) =>
			readCheckpoints(checkpointLine(entries[0] ?? entry) + checkpointLine(entry))?.length;
		assert.equal(odd({ entry: 'held', chunk: '1', held: { ...held, file: '../x' } }), 1);
		assert.equal(odd({ entry: 'held', chunk: '1', held: { ...held, file: 'a\\b' } }), 1);
		assert.equal(odd({ entry: 'halved', chunk: '1', into: [chunk('../1a'), chunk('1b')] }), 1);
	});
});

describe('Journal', () => {
	const folder = useTemporaryFolder();
	const path = () => join(folder.path, journalFileName);

	it('flushes a journal entry to disk before the announced operation starts', async () => {
		const log: string[] = [];
		const files = filesThatNote(log);
		const journal = await Journal.create(folder.path, [chunk('1')], files);
		const created = log.length;
		await journal.writeCheckpoint({ entry: 'asked', chunk: '1', at: '2026-11-20T09:00:00.000Z' });
		assert.equal(log[0], `sync ${journalFileName}.tmp`);
		assert.deepEqual(log.slice(created), [`sync ${journalFileName}`]);
	});

	it('removes an incomplete last line from the journal before it appends an entry', async () => {
		const begun = entries.slice(0, 3).map(checkpointLine).join('');
		writeFileSync(path(), `${begun}{"entry":"hel`);
		const journal = await Journal.open(folder.path, nodeFiles);
		assert.equal(readFileSync(path(), 'utf8'), begun);
		await journal?.writeCheckpoint({ entry: 'held', chunk: '1', held });
		assert.equal((await readJournal(folder.path))?.resumable.done, 1);
		assert.deepEqual(tree(folder.path), [journalFileName]);
	});

	it('removes the incomplete line of a failed write before it appends to the journal', async () => {
		const journal = await Journal.create(folder.path, [chunk('1')], filesTearingLinesWith('queued'));
		await assertProblem(journal.writeCheckpoint({ entry: 'queued', chunk: '1' }), { kind: 'disk', fault: 'full' });
		await journal.writeCheckpoint({ entry: 'held', chunk: '1', held });
		const there = (await readJournal(folder.path))?.resumable;
		assert.deepEqual([there?.done, there?.queued], [1, false]);
		assert.deepEqual(there, journal.tree.resumable);
	});

	it('returns the saved chunks of an interrupted export', async () => {
		const journal = await Journal.create(folder.path, [chunk('1'), chunk('2')], nodeFiles);
		for (const entry of entries.slice(1, 5)) {
			await journal.writeCheckpoint(entry);
		}
		await journal.writeCheckpoint({ entry: 'queued', chunk: '2b' });
		const expected = { chunks: 3, done: 1, rows: 3, bytes: 40, queued: true };
		assert.deepEqual(journal.tree.resumable, expected);
		assert.deepEqual((await readJournal(folder.path))?.resumable, expected);
		assert.equal(journal.tree.next?.chunk.id, '2a');
	});

	it('returns undefined if the journal is missing or is not a valid journal file', async () => {
		assert.equal(await Journal.open(folder.path, nodeFiles), undefined);
		writeFileSync(path(), 'my diary\n');
		assert.equal(await Journal.open(folder.path, nodeFiles), undefined);
		assert.equal(readFileSync(path(), 'utf8'), 'my diary\n');
	});
});

describe('chunk file names', () => {
	it('recognizes chunk file names among other file names', () => {
		assert.equal(chunkFileName('12ab', 'json'), 'chunk-12ab.json');
		for (const name of ['chunk-1.csv', 'chunk-12ab.json', 'chunk-1.csv.part', 'chunk-1-again.csv']) {
			assert.ok(isChunkFileName(name), name);
		}
		for (const name of ['chunk-1.csv.errors.csv', 'my chunk-1.csv', 'chunk-.csv', 'request.json', 'chunk-1.txt']) {
			assert.ok(!isChunkFileName(name), name);
		}
	});

	it('recognizes from its ID that a chunk is part of another chunk', () => {
		assert.ok(isPartOf('1a', '1') && isPartOf('1abb', '1a'));
		assert.ok(!isPartOf('10', '1') && !isPartOf('10a', '1') && !isPartOf('1', '1') && !isPartOf('1', '1a'));
	});
});
