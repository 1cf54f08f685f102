import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { AppError } from '../../../../../src/core/common/errors';
import { DeviceHasher } from '../../../../../src/core/export/hashed/deviceHasher';
import { HashedCsv } from '../../../../../src/core/export/hashed/hashedCsv';
import { HashedJson } from '../../../../../src/core/export/hashed/hashedJson';
import type { HashedText } from '../../../../../src/core/export/hashed/hashedText';
import { measured } from '../../../../support/measured';

const secret = 'a key';
const hashOf = (id: string) => createHmac('sha256', secret).update(id).digest('hex').slice(0, 16);
const csv = () => new HashedCsv(new DeviceHasher({ secret }));
const json = () => new HashedJson(new DeviceHasher({ secret }));

function hashed(make: () => HashedText, text: string, size = 7): string {
	const bytes = Buffer.from(text);
	const made = make();
	const pieces: Buffer[] = [];
	const keep = (given: Iterable<Uint8Array>) => pieces.push(...[...given].map((piece) => Buffer.from(piece)));
	for (let at = 0; at < bytes.length; at += size) {
		keep(made.push(bytes.subarray(at, at + size)));
	}
	keep(made.end());
	return Buffer.concat(pieces).toString();
}

describe('hashing of device IDs during a download', () => {
	const ids = ['90071992547409931', '18446744073709551615', '', '7'];
	const texts = ['plain', 'with "quotes", commas\nand lines', '90071992547409931 in a text', 'ünï→😀', ''];
	const records = Array.from({ length: 500 }, (_, index) => ({
		error: texts[index % texts.length] ?? '',
		analytics_device_id: ids[index % ids.length] ?? '',
		os_version: String(index),
	}));
	const quoted = (value: string) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
	const asCsv = (end: string) =>
		[
			'error,analytics_device_id,os_version',
			...records.map((record) => Object.values(record).map(quoted).join(',')),
		].join(end) + end;

	for (const size of [1, 7, 1000, 10_000_000]) {
		it(`hashes only the device IDs in CSV with chunks of ${size} bytes`, () => {
			for (const [before, end] of [
				['', '\n'],
				['\ufeff', '\r\n'],
			] as const) {
				const found = hashed(csv, before + asCsv(end), size);
				assert.equal(found.startsWith(before), true);
				const read = parse(found, { columns: true, bom: true }) as Record<string, string>[];
				assert.deepEqual(
					read,
					records.map(({ error, analytics_device_id: id, os_version }) => ({
						error,
						hashed_device_id: id === '' ? '' : hashOf(id),
						os_version,
					})),
				);
			}
		});

		it(`hashes only the device IDs in JSON with chunks of ${size} bytes`, () => {
			const numbers = records.map((record, index) => {
				const id = index % 3 === 0 ? JSON.stringify(record.analytics_device_id) : record.analytics_device_id || 'null';
				return `{"error": ${JSON.stringify(record.error)}, "analytics_device_id" : ${id}, "os_version": "${index}"}`;
			});
			const found = hashed(json, `{"data": [${numbers.join(',\n')}]}`, size);
			const { data } = JSON.parse(found) as { data: Record<string, unknown>[] };
			assert.deepEqual(
				data,
				records.map(({ error, analytics_device_id: id, os_version }, index) => ({
					error,
					hashed_device_id: id === '' ? (index % 3 === 0 ? '' : null) : hashOf(id),
					os_version,
				})),
			);
		});
	}

	it('produces the same hashed CSV for every chunk size', () => {
		const text = asCsv('\n').slice(0, 3000);
		const whole = hashed(csv, text, 10_000);
		for (let size = 1; size < 40; size++) {
			assert.equal(hashed(csv, text, size), whole);
		}
	});

	it('maps identical device IDs to the same hash and different IDs to different hashes', () => {
		const read = parse(hashed(csv, asCsv('\n')), { columns: true }) as Record<string, string>[];
		const distinct = (values: (string | undefined)[]) => new Set(values.filter((value) => value !== '')).size;
		assert.equal(
			distinct(read.map(({ hashed_device_id: id }) => id)),
			distinct(records.map(({ analytics_device_id: id }) => id)),
		);
	});

	it('hashes device IDs in CSV records with too many or too few cells', () => {
		const [id, other] = ['90071992547409931', '90071992547409932'];
		const text = `error,analytics_device_id\na,b,${id}\n${other}\nc,${id}\n"not closed,${other}`;
		const found = hashed(csv, text);
		assert.doesNotMatch(found, new RegExp(`${id}|${other}`));
		assert.equal(found.split(hashOf(id)).length, 3);
	});

	it('finds device IDs in JSON under escaped names and in nested objects', () => {
		const id = '90071992547409931';
		const text = `[{"an\\u0061lytics_device_id":${id}},{"a":{"analytics_device_id":"${id}"}},{"analytics_device_id":[${id}]}]`;
		assert.equal(hashed(json, text).includes(id), false);
	});

	it('never outputs a device ID even if the quotes in a JSON text are unbalanced', () => {
		const id = '90071992547409931';
		for (const text of [
			`[{"error":"x"y","analytics_device_id":${id}}]`,
			`[{error:"x, "analytics_device_id":${id}},{"analytics_device_id":${id}}]`,
			`[{"analytics_device_id":${id}},{"error":"not closed, "analytics_device_id":${id}}]`,
		]) {
			let given = '';
			try {
				given = hashed(json, text);
			} catch (error) {
				assert.ok(error instanceof AppError && error.problem.kind === 'brokenBody', String(error));
			}
			assert.equal(given.includes(id), false, given);
		}
	});

	it('leaves text without device IDs unchanged', () => {
		for (const text of ['Your export is 40 % ready', '<html>"', 'error\nx\n', '']) {
			assert.equal(hashed(csv, text), text);
		}
		for (const text of ['{"errors":[]}', '[]', 'no JSON', '{"data":[{"error":"analytics_device_id"}]}']) {
			assert.equal(hashed(json, text), text);
		}
	});

	measured('hashes device IDs in linear time', () => {
		for (const [make, unit] of [
			[csv, '"'],
			[csv, ','],
			[csv, '"a'],
			[json, '"'],
			[json, '\\'],
			[json, '{"analytics_device_id":'],
			[json, '['],
		] as const) {
			const start = make === csv ? 'error,analytics_device_id\n"' : '["';
			// Takes the minimum of several runs, because garbage collection can slow a run down.
			const time = (length: number) => Math.min(...[1, 2, 3].map(() => timeOnce(length)));
			const timeOnce = (length: number) => {
				const begun = process.cpuUsage();
				try {
					hashed(make, start + unit.repeat(length / unit.length), 65_536);
				} catch (error) {
					assert.ok(error instanceof AppError, String(error));
				}
				const { user, system } = process.cpuUsage(begun);
				return user + system;
			};
			time(1_000_000);
			const [short, long] = [time(1_000_000), time(8_000_000)];
			assert.ok(long < 8 * 4 * Math.max(short, 20_000), `${unit}: ${short} and ${long} µs`);
		}
	});
});
