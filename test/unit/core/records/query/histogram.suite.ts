import assert from 'node:assert/strict';
import { roundStep } from '../../../../../src/core/records/query/histogram';
import { MemoryTable } from './support/memoryTable';
import { seconds } from './support/oracle';
import { asking, randomCases, randomFilter, textTable, wholeFile } from './support/querying';

export function histogramSuite(): void {
	describe('histogram', () => {
		it('counts every record in the view once in a histogram with bars of equal duration', async () => {
			for (const { seed, data, ask, oracle, random } of randomCases(40)) {
				const filters = random.times(random.below(3), () => randomFilter(random, oracle, data.rows.length));
				const stackBy = random.chance(0.3) ? undefined : random.below(4);
				const parts = 1 + random.below(80);
				const histogram = await ask.histogram({ view: { filters, sort: [] }, parts, stackBy, series: 2 });
				assert.ok(histogram);
				const selected = oracle.select(filters);
				const times = selected
					.map((record) => oracle.value(record, 5))
					.filter((text) => text !== '')
					.map(seconds);
				assert.equal(histogram.without, selected.length - times.length);
				const bars = histogram.series[0]?.counts.length ?? 0;
				assert.ok(bars <= parts, `${bars} bars of ${parts}`);
				for (let bar = 0; bar < bars; bar++) {
					const start: number = histogram.start + bar * histogram.step;
					const total: number = histogram.series.reduce((sum, { counts }) => sum + (counts[bar] ?? 0), 0);
					const expected: number = times.filter((time) => time >= start && time < start + histogram.step).length;
					assert.equal(total, expected, `seed ${seed}, bar ${bar}`);
				}
				const drawn = histogram.series.flatMap(({ counts }) => counts).reduce((sum, count) => sum + count, 0);
				assert.equal(drawn, times.length);
				for (const { value, other, counts } of histogram.series) {
					if (stackBy !== undefined && !other) {
						const having = selected.filter((record) => oracle.value(record, stackBy) === value);
						const timed = having.filter((record) => oracle.value(record, 5) !== '').length;
						assert.equal(
							counts.reduce((sum, count) => sum + count, 0),
							timed,
							`seed ${seed}, series ${value}`,
						);
					}
				}
			}
		});

		it('histogram shows the most frequent values and combines all other values in one series', async () => {
			const rows = ['a', 'b', 'b', 'c', 'c', 'c', ''].map((value, index) => [value, String(1_700_000_000 + index)]);
			const table = new MemoryTable({
				columns: [
					{ name: 'letter', kind: 'text', store: 'raw' },
					{ name: 'error_timestamp', kind: 'time', store: 'integer' },
				],
				rows,
			});
			const series = async (most: number) => {
				const histogram = await asking(table).histogram({ view: wholeFile, parts: 1, stackBy: 0, series: most });
				return histogram?.series.map(({ value, other, counts }) => [value, other, counts[0]]);
			};
			assert.deepEqual(await series(2), [
				['c', false, 3],
				['b', false, 2],
				['', true, 2],
			]);
			assert.deepEqual(await series(9), [
				['c', false, 3],
				['b', false, 2],
				['a', false, 1],
				['', false, 1],
			]);
		});

		it('histogram is undefined for a file without times and empty for a view without times', async () => {
			const without = asking(textTable('raw', [['a']]));
			assert.equal(await without.histogram({ view: wholeFile, parts: 9, stackBy: undefined, series: 0 }), undefined);
			const empty = asking(textTable('raw', [[''], ['soon']], ['error_timestamp']));
			const histogram = await empty.histogram({ view: wholeFile, parts: 9, stackBy: undefined, series: 0 });
			assert.deepEqual(histogram?.series, [{ value: '', other: false, counts: [] }]);
			assert.equal(histogram.without, 2);
		});

		it('histogram has daily bars that start at midnight in the given time zone', async () => {
			const at = (text: string) => Date.parse(text) / 1000;
			const times = ['2024-03-01T10:00:00+09:00', '2024-03-02T00:10:00+09:00', '2024-03-30T23:50:00+09:00'];
			const ask = asking(
				textTable(
					'raw',
					times.map((time) => [String(at(time))]),
					['error_timestamp'],
				),
			);
			const question = { view: wholeFile, parts: 40, stackBy: undefined, series: 0 };
			const tokyo = await ask.histogram({ ...question, timeZone: 'Asia/Tokyo' });
			assert.deepEqual([tokyo?.start, tokyo?.step], [at('2024-03-01T00:00:00+09:00'), 86_400]);
			assert.deepEqual(tokyo?.series[0]?.counts, [1, 1, ...new Array<number>(27).fill(0), 1]);
			for (const timeZone of [undefined, 'UTC']) {
				const universal = await ask.histogram({ ...question, timeZone });
				assert.equal(universal?.start, at('2024-03-01T00:00:00Z'));
			}
			const far = asking(textTable('raw', [['900000000000000']], ['error_timestamp']));
			const histogram = await far.histogram({ ...question, timeZone: 'Asia/Tokyo' });
			assert.deepEqual(histogram?.series[0]?.counts, [1]);
		});

		it('histogram bars have round durations and start at round times', () => {
			const at = (text: string) => Date.parse(`${text}Z`) / 1000;
			const cases: [string, string, number, string, number][] = [
				['2024-03-04 10:00:05', '2024-03-04 10:00:05', 60, '2024-03-04 10:00:05', 1],
				['2024-03-04 10:00:05', '2024-03-04 10:58:00', 60, '2024-03-04 10:00:00', 60],
				['2024-03-04 10:07:05', '2024-03-05 09:00:00', 24, '2024-03-04 10:00:00', 3600],
				['2024-03-01 10:00:00', '2024-03-30 10:00:00', 30, '2024-03-01 00:00:00', 86_400],
				['2024-03-06 10:00:00', '2024-05-01 10:00:00', 10, '2024-03-04 00:00:00', 604_800],
			];
			for (const [first, last, parts, start, step] of cases) {
				assert.deepEqual(roundStep(at(first), at(last), parts), { start: at(start), step });
			}
			for (const last of [1e9, 1e12, 9e14]) {
				const { start, step } = roundStep(-5, last, 50);
				assert.ok(start <= -5 && last < start + step * 50);
			}
		});
	});
}
