import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../../../src/core/common/errors';
import {
	type DatasetDocument,
	encodeDatasetDocument,
	isDatasetFile,
	readDatasetDocument,
} from '../../../../src/core/database/datasetDocument';

const connection = { url: 'https://db.example:8443', user: 'reader', database: 'crashes' };
const mapping = {
	database: 'de`fault',
	table: 'ot"hers\n',
	time: { name: 'at', type: 'Nullable(DateTime)' },
	others: { error: 'trace', version: 'release' },
};

describe('dataset documents', () => {
	let folder: string;
	let file: string;

	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'app-errors-'));
		file = join(folder, 'crashes.errors-dataset.json');
	});

	afterEach(() => rm(folder, { recursive: true }));

	const faultOf = async (text: string): Promise<string> => {
		await writeFile(file, text);
		const error = await readDatasetDocument(file).catch((thrown) => thrown);
		assert(error instanceof AppError && error.problem.kind === 'unreadable', String(error));
		return error.problem.fault;
	};

	for (const document of [
		{ connection, of: { kind: 'dataset', database: 'crashes' } },
		{ connection: { ...connection, user: '', database: '' }, of: { kind: 'table', mapping } },
	] as const satisfies readonly DatasetDocument[]) {
		it(`reads back a dataset document for a dataset of kind ${document.of.kind}`, async () => {
			await writeFile(file, encodeDatasetDocument(document));
			assert(isDatasetFile(file));
			assert.deepEqual(await readDatasetDocument(file), document);
		});
	}

	it('rejects a dataset document with missing or invalid properties', async () => {
		const whole = JSON.parse(encodeDatasetDocument({ connection, of: { kind: 'table', mapping } }));
		for (const other of [
			{ address: 'db.example/?user=x' },
			{ address: 'https://me:secret@db.example' },
			{ address: 7 },
			{ user: ['reader'] },
			{ table: { ...mapping, time: 'at' } },
			{ table: undefined },
			{ version: '1' },
		]) {
			assert.equal(await faultOf(JSON.stringify({ ...whole, ...other })), 'notDataset', JSON.stringify(other));
		}
		for (const text of ['', '[]', 'null', '{"version":1', 'error,os_name\n']) {
			assert.equal(await faultOf(text), 'notDataset', text);
		}
		assert.equal(await faultOf(JSON.stringify({ ...whole, version: 2 })), 'newerVersion');
	});

	it('ignores unknown column roles in a dataset document', async () => {
		const written = encodeDatasetDocument({ connection, of: { kind: 'table', mapping } });
		await writeFile(file, written.replace('"error"', '"__proto__": "x", "time": "y", "error"'));
		assert.deepEqual((await readDatasetDocument(file)).of, { kind: 'table', mapping });
	});
});
