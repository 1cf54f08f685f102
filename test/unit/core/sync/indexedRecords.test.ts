import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChunkRecord } from '../../../../src/core/export/chunks/chunkRecord';
import { readThrough } from '../../../../src/core/export/chunks/inspectChunk';
import { type RecordShape, readChunkRecords } from '../../../../src/core/export/chunks/readChunkRecords';
import { openIndexed, recordsOfTimes, timesByIndex } from '../../../../src/core/sync/update/indexedRecords';
import { inParts } from '../../../support/length';
import { Random } from '../../../support/random';
import { useTemporaryFolder } from '../export/support/temporaryFolder';
import { fileText, randomColumns, randomRecords } from '../records/support/randomRecords';
import { openText } from '../records/support/tables';

const never = new AbortController().signal;
const timeField = 'error_timestamp';
const columns = ['error_name', timeField, 'os_name'];

function soundText(random: Random): string {
	const distinct = random.chance(0.5);
	const lines = random.times(random.below(2) * 9000 + random.below(200), (index) => {
		const second = 1_700_000_000 + (distinct ? 3 * index : random.below(90));
		const odd = distinct ? ['', '""'] : ['', '""', '007', '-5', ' 1700000003', '1700000003.5', '1234567890123456'];
		const time = random.chance(0.05) ? random.pick(odd as [string, ...string[]]) : String(second);
		return `"n ""${index}""\nнет",${random.chance(0.2) && !time.includes('"') ? `"${time}"` : time},ios`;
	});
	return [columns.join(','), ...lines, ''].join(random.pick(['\n', '\r\n']));
}

async function told(batches: AsyncIterable<readonly ChunkRecord[]>, isWanted: (record: ChunkRecord) => boolean) {
	const found = [];
	for await (const batch of batches) {
		for (const record of batch.filter(isWanted)) {
			found.push([record.time, record.text.toString('latin1'), record.key('time')]);
		}
	}
	return found;
}

describe('records selected by time', () => {
	const folder = useTemporaryFolder();

	inParts('selects the same records by time with and without an index', 4, async (part) => {
		const random = new Random(23 + part);
		const seen = { byIndex: 0, byReading: 0 };
		for (let round = 0; round < 10; round++) {
			const format = round % 8 === 0 ? 'json' : 'csv';
			const names = round % 2 === 0 ? randomColumns(random) : columns;
			const text = round % 2 === 0 ? fileText(format, names, randomRecords(random, format, names)) : soundText(random);
			const path = join(folder.path, `${round}.${format}`);
			await using table = await openText(folder.path, `${round}.${format}`, text);
			const shape: RecordShape = { format, timeField, columns: random.chance(0.5) ? names : names.slice(0, 1) };
			const from = 1_700_000_000 + random.below(60);
			const isWanted = ({ time }: Pick<ChunkRecord, 'time'>) =>
				time === undefined ? round % 3 === 0 : from <= time && time <= from + 20;
			const expected = await told(readChunkRecords(path, shape), isWanted);
			assert.deepEqual(
				await told(recordsOfTimes(path, shape, isWanted, never), () => true),
				expected,
				`round ${round}`,
			);
			const whole = await readThrough(path, shape, never);
			await table.saveIndex(never);
			assert.deepEqual(
				await told(recordsOfTimes(path, shape, isWanted, never), () => true),
				expected,
				`round ${round}, with an index`,
			);
			for (const one of [table, await openIndexed(path)]) {
				await using indexed = one;
				const times = indexed && (await timesByIndex(indexed, timeField, never));
				seen[times ? 'byIndex' : 'byReading']++;
				if (times) {
					assert.deepEqual({ ...times.found, bytes: whole.bytes }, whole, `times of round ${round}`);
				}
			}
		}
		assert.ok(seen.byIndex > 4 && seen.byReading > 4, JSON.stringify(seen));
	});

	it('ignores a saved index after the records file was modified', async () => {
		const path = join(folder.path, 'a.csv');
		await using table = await openText(folder.path, 'a.csv', `id,${timeField}\n1,5\n2,6\n`);
		await table.saveIndex(never);
		await writeFile(path, `id,${timeField}\n1,6\n2,6\n3,6\n`);
		const shape: RecordShape = { format: 'csv', timeField, columns: ['id'] };
		const found = await told(
			recordsOfTimes(path, shape, ({ time }) => time === 6, never),
			() => true,
		);
		assert.deepEqual(
			found.map(([, text]) => text),
			['1', '2', '3'],
		);
	});
});
