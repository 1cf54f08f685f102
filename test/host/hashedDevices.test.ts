import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import * as vscode from 'vscode';
import { deviceField, hashedDevices } from '../../src/core/plan/fields';
import { usualFields } from '../../src/core/plan/plan';
import { deviceKeySecret } from '../../src/ids';
import { useExportsHarness } from '../support/host/exportsHarness';

describe('hashed device IDs', () => {
	const stage = useExportsHarness();
	const raw = { fields: [...usualFields, deviceField] };
	const hashed = { fields: [...usualFields, hashedDevices.name] };

	const column = async (over: Parameters<typeof stage.run>[0], name: string): Promise<string[]> => {
		const entry = await stage.run(over);
		assert(entry?.outcome);
		const text = await readFile(path.join(entry.folder, entry.outcome.file), 'utf8');
		const records: Record<string, unknown>[] =
			entry.stored.question.format === 'csv'
				? parse(text, { columns: true, relax_column_count: true })
				: (JSON.parse(text) as { data: Record<string, unknown>[] }).data;
		return records.map((record) => String(record[name] ?? ''));
	};
	const everything = async (): Promise<string> => {
		const { root } = stage.services.exports;
		const names = await readdir(root, { recursive: true });
		const texts = await Promise.all(
			names.map(async (name) => {
				const file = path.join(root, name);
				return (await stat(file)).isFile() ? readFile(file, 'latin1') : '';
			}),
		);
		return texts.join('\n');
	};

	for (const format of ['csv', 'json'] as const) {
		for (const chunking of [undefined, 'day'] as const) {
			it(`replaces each device ID in ${format}${chunking ? ', requested by day,' : ''} with one hash, and stores no ID on disk`, async () => {
				const range = { kind: 'lastDays', days: chunking ? 7 : 30 } as const;
				const hashes = await column({ ...hashed, format, chunking, range }, hashedDevices.name);
				const asked = stage.asked();
				assert.ok(asked.length > 0 && asked.every((url) => url.includes(deviceField) && !url.includes('hashed')));
				const files = await everything();
				const ids = await column({ ...raw, format, chunking, range }, deviceField);
				assert.equal(hashes.length, ids.length);
				const pairs = new Map(ids.map((id, index) => [id, hashes[index] ?? '']));
				assert.ok(pairs.size > 20, `${pairs.size} devices`);
				assert.equal(new Set(hashes).size, pairs.size);
				for (const [index, id] of ids.entries()) {
					assert.equal(hashes[index], pairs.get(id), 'the same for the same device');
				}
				for (const id of pairs.keys()) {
					assert.ok(id === '' || !files.includes(id), 'no ID in any file');
				}
			});
		}
	}

	it('hashes a device ID to the same value in later exports', async () => {
		assert.deepEqual(await column(hashed, hashedDevices.name), await column(hashed, hashedDevices.name));
	});

	it('does not store the hashing key together with the records', async () => {
		const entry = await stage.run(hashed);
		assert.match(entry?.stored.question.deviceKey ?? '', /^[0-9a-f]{8}$/);
		const { places } = stage.services.storedData as unknown as { places: Pick<vscode.ExtensionContext, 'secrets'> };
		const secret = await places.secrets.get(deviceKeySecret);
		assert.match(secret ?? '', /^[0-9a-f]{64}$/);
		assert.ok(!(await everything()).includes(String(secret)));
	});

	it('rejects an export that contains both device IDs and hashed device IDs, without sending a request', async () => {
		const run = stage.run({ fields: [...usualFields, deviceField, hashedDevices.name] });
		await stage.person
			.message(/analytics_device_id and hashed_device_id identify the same devices\. Choose one/)
			.read();
		assert.equal(await run, undefined);
		assert.deepEqual(stage.asked(), []);
	});

	it('counts devices by their hashed IDs in the results view', async () => {
		const entry = await stage.run({ ...hashed, view: 'results' });
		assert(entry?.outcome);
		const file = vscode.Uri.file(path.join(entry.folder, entry.outcome.file));
		const session = 'hashed';
		const news = await stage.services.engine.call('openRecords', { session, path: file.fsPath });
		assert.equal(news.deviceColumn, entry.stored.question.fields.indexOf(hashedDevices.name));
		await stage.services.engine.call('closeRecords', { session });
	});
});
