import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { faults } from '../../../../src/sample/faults/faultTable';
import { FaultSettingError, parseFaultSetting, readFaultSetting } from '../../../../src/sample/faults/setting';
import { ask, exportPath, plainExport } from '../support/client';
import { useFaultBench } from '../support/faultBench';

const listing = '/management/v1/applications';

describe('fault settings of the sample service', () => {
	const bench = useFaultBench();
	const { turnOn, answer } = bench;

	it('applies a fault to exports by default, and to the application list if specified', async () => {
		turnOn('status', '500');
		assert.equal((await answer(listing)).status, 200);
		bench.service.faults.set({ name: 'status', value: '502', on: 'listing' });
		assert.deepEqual([(await answer(listing)).status, (await answer()).status], [502, 500]);
		bench.service.faults.clear('status');
		assert.deepEqual([(await answer(listing)).status, (await answer()).status], [200, 200]);
	});

	it('ends a fault after the given number of requests, not counting requests with a rejected token', async () => {
		turnOn('status', '500', 2);
		await ask(bench.service, plainExport(), { token: 'other' });
		assert.deepEqual(bench.service.faults.list(), [{ name: 'status', value: '500', times: 2, on: undefined }]);
		assert.deepEqual([(await answer()).status, (await answer()).status, (await answer()).status], [500, 500, 200]);
		assert.deepEqual(bench.service.faults.list(), []);
	});

	it('applies all active faults together', async () => {
		turnOn('gzipAlways');
		turnOn('byteOrderMark');
		turnOn('queued', '1');
		assert.equal((await answer()).status, 202);
		const { body } = await answer();
		assert.deepEqual(gunzipSync(body), Buffer.concat([Buffer.from('\ufeff'), bench.usual.body]));
	});

	it('parses a fault from text, and uses the default value if no value is given', () => {
		assert.deepEqual(parseFaultSetting('queued=7'), readFaultSetting({ name: 'queued', value: 7 }));
		assert.equal(parseFaultSetting('queued').value, '3');
		assert.equal(parseFaultSetting('badRequestText=a=b').value, 'a=b');
		for (const bad of ['', 'nothing', 'queued=x', 'queued=-1', 'silence=1', 'listing=round']) {
			assert.throws(() => parseFaultSetting(bad), FaultSettingError, bad);
		}
		for (const bad of [
			{ name: 'queued', times: 0 },
			{ name: 'queued', times: '2' },
			{ name: 'queued', on: 'all' },
			'queued',
			null,
		]) {
			assert.throws(() => readFaultSetting(bad), FaultSettingError, JSON.stringify(bad));
		}
	});

	it('gives every fault a unique name and a one-line description', () => {
		assert.equal(new Set(faults.map(({ name }) => name)).size, faults.length);
		for (const { name, meaning } of faults) {
			assert.match(name, /^[a-z][A-Za-z0-9]+$/);
			assert.match(meaning, /^[A-Z][^\n]{8,110}[^.\n]$/, name);
		}
	});

	it('rejects invalid requests as usual while a fault is active', async () => {
		turnOn('noRecords');
		const unknown = exportPath({
			application_id: '101',
			date_since: '2026-1-1',
			date_until: '2026-01-02',
			fields: 'error',
		});
		assert.equal((await answer(unknown)).status, 400);
	});
});

describe('test coverage of the sample service', () => {
	it('covers every fault of the sample service with a test', () => {
		const folder = path.resolve('test', 'unit', 'sample', 'faults');
		const files = readdirSync(folder).filter((file) => file !== 'settings.test.ts');
		const tests = files.map((file) => readFileSync(path.join(folder, file), 'utf8')).join('\n');
		assert.deepEqual(
			faults.map(({ name }) => name).filter((name) => !tests.includes(`'${name}'`)),
			[],
		);
	});
});
