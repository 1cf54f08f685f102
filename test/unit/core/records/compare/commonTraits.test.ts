import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isCancellation } from '../../../../../src/core/common/errors';
import type { CommonTraits } from '../../../../../src/shared/comparison';
import { zoneOffsets } from '../../../../../src/shared/zones';
import { Random } from '../../../../support/random';
import { asking, textTable, wholeFile } from '../query/support/querying';
import { monday } from './support/comparing';

const columns = [
	'error_name',
	'error_timestamp',
	'analytics_device_id',
	'os_version',
	'device_model',
	'connection_type',
	'device_locale',
];

interface Row {
	readonly name: string;
	readonly time: number;
	readonly device: string;
	readonly os: string;
	readonly model?: string;
	readonly connection?: string;
	readonly locale?: string;
}

function getTable(rows: readonly Row[], without: readonly string[] = []) {
	const cells = rows.map(({ name, time, device, os, model = '', connection = '', locale = '' }) => [
		name,
		String(time),
		device,
		os,
		model,
		connection,
		locale,
	]);
	const retained = columns.filter((name) => !without.includes(name));
	return textTable(
		'dictionary',
		cells.map((row) => retained.map((name) => row[columns.indexOf(name)] ?? '')),
		retained,
	);
}

const ask = (rows: readonly Row[], value: string, more: { timeZone?: string; without?: readonly string[] } = {}) =>
	asking(getTable(rows, more.without)).commonTraits({
		view: wholeFile,
		key: { kind: 'name' },
		value,
		timeZone: more.timeZone ?? 'UTC',
	});

const told = ({ values }: CommonTraits) => values.map(({ attribute, value }) => `${attribute} ${value}`);

function devices(random: Random, name: string, count: number, of: (index: number) => Partial<Row>): Row[] {
	return random.times(count, (index) => ({
		name,
		time: monday + random.below(20 * 86_400),
		device: `${name} ${index}`,
		os: String(11 + random.below(4)),
		...of(index),
	}));
}

describe('common traits of a group', () => {
	it('returns values that are more common in the group than elsewhere, with the largest difference first', async () => {
		const random = new Random(1);
		const rows = [
			...devices(random, 'here', 50, (index) => ({
				os: index < 46 ? '14' : '13',
				connection: index % 2 ? 'wifi' : 'cell',
				locale: index < 20 ? 'de' : 'en',
			})),
			...devices(random, 'there', 1000, (index) => ({
				os: index % 100 < 41 ? '14' : '13',
				connection: index % 2 ? 'wifi' : 'cell',
				locale: index % 10 === 0 ? 'de' : 'en',
			})),
		];
		const found = await ask(rows, 'here');
		assert.deepEqual(found.by, 'devices');
		assert.deepEqual(found.values, [
			{
				attribute: 'os_version',
				value: '14',
				here: { with: 46, of: 50 },
				elsewhere: { with: 410, of: 1000 },
			},
			{
				attribute: 'device_locale',
				value: 'de',
				here: { with: 20, of: 50 },
				elsewhere: { with: 100, of: 1000 },
			},
		]);
	});

	it('rarely reports common traits for a group that does not differ from the other records', async () => {
		let shown = 0;
		for (let seed = 1; seed <= 200; seed++) {
			const random = new Random(seed);
			const any = () => ({
				connection: random.pick(['wifi', 'cell']),
				locale: random.pick(['de', 'en', 'fr', 'it']),
				model: `m${random.below(30)}`,
			});
			const rows = [...devices(random, 'here', 5 + random.below(60), any), ...devices(random, 'there', 300, any)];
			shown += (await ask(rows, 'here')).values.length > 0 ? 1 : 0;
		}
		assert.ok(shown <= 10, String(shown));
	});

	it('counts a device with many records once, by its first record in the group', async () => {
		const random = new Random(2);
		const loop = Array.from({ length: 3000 }, (_, index) => ({
			name: 'here',
			time: monday + index,
			device: 'one',
			os: '99',
		}));
		const rows = [
			...devices(random, 'here', 30, () => ({})),
			...loop,
			...devices(random, 'there', 300, () => ({})),
			// Devices of the group that also have other errors are not counted with the remaining devices.
			...devices(random, 'here', 30, () => ({ os: '13' })).map((row) => ({ ...row, name: 'there' })),
		];
		const found = await ask(rows, 'here');
		assert.deepEqual(found.values, []);
	});

	it('does not report a value as a common trait if only one device has it', async () => {
		const rows = [
			...Array.from({ length: 3 }, (_, index) => ({
				name: 'here',
				time: monday,
				device: `h${index}`,
				os: `only ${index}`,
			})),
			...Array.from({ length: 3000 }, (_, index) => ({ name: 'there', time: monday, device: `t${index}`, os: '14' })),
		];
		assert.deepEqual(told(await ask(rows, 'here')), ['os_version 14'], 'what they have not, they have in common');
	});

	it('reports the local hour as a common trait, even across a daylight saving time change', async () => {
		const random = new Random(4);
		const timeZone = 'Europe/Berlin';
		// Dates around 25 October 2026, when one hour occurs twice.
		const since = Date.UTC(2026, 9, 20) / 1000;
		const offsetAt = zoneOffsets(timeZone);
		const at = (hour: number) => {
			for (;;) {
				const time = since + random.below(12 * 86_400);
				if (Math.floor(((time + offsetAt(time)) / 3600) % 24) === hour) {
					return time;
				}
			}
		};
		const rows = [
			...devices(random, 'here', 60, (index) => ({ time: index < 40 ? at(3) : at(random.below(24)) })),
			...devices(random, 'there', 600, () => ({ time: at(random.below(24)) })),
		];
		const found = await ask(rows, 'here', { timeZone });
		assert.deepEqual(told(found), ['hour 3']);
		assert.ok((found.values[0]?.here.with ?? 0) >= 40);
	});

	it('counts records instead of devices for common traits if there is no device column', async () => {
		const random = new Random(5);
		const rows = [
			...devices(random, 'here', 40, () => ({ os: '14' })),
			...devices(random, 'there', 400, () => ({ os: '13' })),
		];
		const found = await ask(rows, 'here', { without: ['analytics_device_id'] });
		assert.equal(found.by, 'records');
		assert.deepEqual(found.values, [
			{ attribute: 'os_version', value: '14', here: { with: 40, of: 40 }, elsewhere: { with: 0, of: 400 } },
		]);
	});

	it('returns no common traits for a missing group or for a group with all records', async () => {
		const random = new Random(6);
		const rows = devices(random, 'here', 40, () => ({}));
		assert.deepEqual((await ask(rows, 'gone')).values, []);
		assert.deepEqual((await ask(rows, 'here')).values, []);
	});

	it('returns the same common traits as a simple reference implementation', async () => {
		for (let seed = 1; seed <= 40; seed++) {
			const random = new Random(seed);
			const rows = random.times(600, () => {
				const name = random.pick(['a', 'b', 'c', 'd']);
				return {
					name,
					time: monday + random.below(86_400),
					device: random.chance(0.1) ? '' : `d${random.below(200)}`,
					os: random.chance(0.1) ? '' : name === 'a' && random.chance(0.7) ? '14' : String(10 + random.below(4)),
					connection: name === 'a' && random.chance(0.5) ? 'cell' : random.pick(['wifi', 'cell', '']),
				};
			});
			const { values } = await ask(rows, 'a');
			assert.ok(values.length > 0);
			for (const { attribute, value, here, elsewhere } of values) {
				const cellOf = (row: (typeof rows)[number]) =>
					attribute === 'os_version'
						? row.os
						: attribute === 'hour'
							? String(Math.floor((row.time % 86_400) / 3600))
							: row.connection;
				const known = rows.filter(({ device }) => device !== '');
				const inGroup = Map.groupBy(
					known.filter(({ name }) => name === 'a'),
					({ device }) => device,
				);
				const others = Map.groupBy(
					known.filter(({ device }) => !inGroup.has(device)),
					({ device }) => device,
				);
				for (const [found, devices] of [
					[here, inGroup],
					[elsewhere, others],
				] as const) {
					const firsts = [...devices.values()].map(([first]) => (first ? cellOf(first) : ''));
					assert.deepEqual(found, {
						with: firsts.filter((one) => one === value).length,
						of: firsts.filter((one) => one !== '').length,
					});
				}
			}
		}
	});

	it('stops the search for common traits when canceled', async () => {
		const rows = Array.from({ length: 20_000 }, (_, index) => [`n${index}`, `d${index}`]);
		const table = textTable('raw', rows, ['error_name', 'analytics_device_id']);
		const controller = new AbortController();
		const asked = asking(table).commonTraits(
			{ view: wholeFile, key: { kind: 'name' }, value: 'n1', timeZone: 'UTC' },
			{ signal: controller.signal },
		);
		const ended = assert.rejects(asked, isCancellation);
		await nextTurn();
		controller.abort();
		await ended;
		assert.ok(table.passes < 2);
	});
});
