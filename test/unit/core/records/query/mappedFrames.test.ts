import assert from 'node:assert/strict';
import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Bitset } from '../../../../../src/core/common/bitset';
import { Scheduler } from '../../../../../src/core/common/scheduler';
import { createQueries } from '../../../../../src/core/records/queries';
import { FoundMappings, type OriginMappings } from '../../../../../src/core/records/query/execution/foundMappings';
import { Snapshot } from '../../../../../src/core/records/query/execution/snapshot';
import { DeobfuscatedSearch } from '../../../../../src/core/records/query/filter/deobfuscatedSearch';
import { KnownMapIds } from '../../../../../src/core/stack/mapping/knownMapIds';
import { OpenMappings } from '../../../../../src/core/stack/mapping/openMappings';
import { ProvenTraces } from '../../../../../src/core/stack/mapping/provenTraces';
import { groupWords } from '../../../../../src/shared/groupLabels';
import type { GroupKey, RecordFilter, View } from '../../../../../src/shared/results';
import { mapHash } from '../../../../support/sampleFrames/android';
import { useTemporaryFolder } from '../../export/support/temporaryFolder';
import { foundFor, release } from './support/minified';
import { textTable, wholeFile } from './support/querying';

const sourceMap = path.resolve(
	'samples/workspace/timetable-react-native/android/app/build/generated/sourcemaps/react/release/index.android.bundle.map',
);

const context = { signal: new AbortController().signal, report: () => undefined };
const frames: GroupKey = { kind: 'frames' };
const names = ['error', 'app_version_name', 'app_package_name', 'os_name', 'error_json'];

const bind = 'com.example.shop.catalog.ProductAdapter.onBindViewHolder(ProductAdapter.java:28)';
const written = `java.lang.NullPointerException: no title\n\tat ${bind}\n\tat android.os.Looper.loop(Looper.java:1)`;
const minified = (source: string, line = 3) =>
	`java.lang.NullPointerException: no title\n\tat f3.c.d(${source}:${line})\n\tat android.os.Looper.loop(Looper.java:1)`;
const ofId = minified(`r8-map-id-${mapHash}`);
const ofOtherId = minified(`r8-map-id-${'0'.repeat(64)}`);
const withoutId = minified('SourceFile');
const script = 'TypeError: no name\n    at J (index.android.bundle:1:1581)\n    at D (index.android.bundle:1:1469)';

const row = (text: string, version = '2.4.1') => [text, version, 'com.example.shop', 'android', ''];

function queriesOf(
	rows: readonly (readonly string[])[],
	found: readonly OriginMappings[],
	store: 'raw' | 'dictionary',
) {
	const mappings = new FoundMappings(found, new OpenMappings(), new KnownMapIds());
	const table = textTable(store, rows, names);
	const { answer, useMappings } = createQueries(table);
	useMappings(mappings);
	const ask = { view: wholeFile, order: 'records', descending: true, start: 0, end: 100, trendParts: 0 } as const;
	const page = (key: GroupKey) => answer.groups({ ...ask, key }, context);
	return {
		table,
		page,
		places: async (key = frames) =>
			(await page(key)).page.map(({ value, records }) => {
				const { title, place } = groupWords(key, value);
				return [place || title, records];
			}),
		told: async () => (await page(frames)).deobfuscated,
		find: (text: string, from: number, sort: View['sort'] = [], backwards = false) =>
			answer.find({ view: { filters: [], sort }, text, from, backwards, columns: [1, 0] }, context),
		numbers: async (filters: readonly RecordFilter[]) => {
			const view = { filters, sort: [] };
			const { rows: found } = await answer.page({ view, start: 0, end: 99, columns: [], cellLength: 0 }, context);
			return found.map(({ number }) => number);
		},
		one: (key: GroupKey, value: Parameters<typeof answer.group>[0]['value']) =>
			answer.group({ view: wholeFile, key, value, trendParts: 0 }, context),
	};
}

for (const store of ['raw', 'dictionary'] as const) {
	describe(`grouping of minified traces by frames in a ${store} column`, () => {
		const temporary = useTemporaryFolder();

		async function copied(version: string, file = release): Promise<string> {
			const place = path.join(temporary.path, version, path.basename(file));
			await mkdir(path.dirname(place), { recursive: true });
			await copyFile(file, place);
			return place;
		}
		const pattern = () => `${temporary.path}/\${version}/*`;

		it('deobfuscates minified traces if the build ID proves that the mapping file belongs to them', async () => {
			const rows = [row(written, '2.4.0'), row(ofId), row(ofId)];
			const { places, told, page, numbers, one } = queriesOf(rows, [foundFor('2.4.1', release, 'r8')], store);
			assert.deepEqual(await places(), [['ProductAdapter.onBindViewHolder', 3]]);
			assert.deepEqual(await places({ kind: 'topFrame' }), [['ProductAdapter.onBindViewHolder', 3]]);
			const files = [{ path: release, records: 2 }];
			assert.deepEqual(await told(), { records: 2, minified: 0, files, moreFiles: 0 });
			const value = (await page(frames)).page[0]?.value ?? '';
			assert.deepEqual(await numbers([{ kind: 'group', key: frames, values: [value] }]), [0, 1, 2]);
			assert.equal((await one(frames, value))?.records, 3);
		});

		it('uses a mapping file of unknown version only for traces with the build ID of the file', async () => {
			for (const text of [ofOtherId, withoutId]) {
				const rows = [row(written, '2.4.0'), row(text)];
				const { places, told } = queriesOf(rows, [foundFor('2.4.1', release, 'r8')], store);
				assert.deepEqual(await places(), [
					['ProductAdapter.onBindViewHolder', 1],
					['c.d', 1],
				]);
				assert.deepEqual(await told(), { records: 0, minified: 1, files: [], moreFiles: 0 });
			}
		});

		it("deobfuscates a trace only with the mapping file of the record's version", async () => {
			const file = await copied('2.4.1');
			const rows = [row(written, '2.4.0'), row(withoutId), row(withoutId, '2.4.2'), row(withoutId, '')];
			const found = ['2.4.1', '2.4.2', ''].map((version) => foundFor(version, file, 'r8', pattern()));
			const { places, told } = queriesOf(rows, found, store);
			assert.deepEqual(await places(), [
				['ProductAdapter.onBindViewHolder', 2],
				['c.d', 2],
			]);
			assert.deepEqual(await told(), { records: 1, minified: 2, files: [{ path: file, records: 1 }], moreFiles: 0 });
		});

		it('counts minified records separately if their version was not part of the mapping file search', async () => {
			const rows = [row(ofId), row(withoutId, '2.4.2'), row(withoutId, '0.9')];
			const { told } = queriesOf(rows, [foundFor('2.4.1', release, 'r8'), foundFor('2.4.2', release, 'r8')], store);
			const files = [{ path: release, records: 1 }];
			assert.deepEqual(await told(), { records: 1, minified: 1, unsearched: 1, files, moreFiles: 0 });
		});

		it("leaves a trace minified if its version's mapping file does not explain it", async () => {
			const file = await copied('2.4.1');
			const rows = [row(minified('SourceFile', 900))];
			const { places } = queriesOf(rows, [foundFor('2.4.1', file, 'r8', pattern())], store);
			assert.deepEqual(await places(), [['c.d', 1]]);
		});

		it("uses a source map for deobfuscation only if it belongs to the record's version", async () => {
			const file = await copied('2.4.1', sourceMap);
			const ofVersion = queriesOf([row(script)], [foundFor('2.4.1', file, 'sourceMap', pattern())], store);
			assert.deepEqual(await ofVersion.places(), [['DepartureRow.tsx.J', 1]]);
			const ofAny = queriesOf([row(script)], [foundFor('2.4.1', sourceMap, 'sourceMap')], store);
			assert.deepEqual(await ofAny.places(), [['index.android.bundle.J', 1]]);
			assert.equal((await ofAny.told())?.minified, 1);
		});

		it('deobfuscates minified traces that are embedded in JSON', async () => {
			const [, ...rest] = row('');
			const json = ['', ...rest.slice(0, -1), JSON.stringify({ screen: 'cart', stack: ofId })];
			const { places } = queriesOf([json], [foundFor('2.4.1', release, 'r8')], store);
			assert.deepEqual(await places(), [['ProductAdapter.onBindViewHolder', 1]]);
		});

		it('deobfuscates a class name without frames only if it is an Android throwable', async () => {
			const file = await copied('2.4.1');
			const throwable = 'f3.c: no title';
			const ofSystem = async (os: string) => {
				const found = foundFor('2.4.1', file, 'r8', pattern());
				const [text, version, name] = row(throwable);
				const origin = { ...found.origin, os_name: os };
				return queriesOf([[text ?? '', version ?? '', name ?? '', os, '']], [{ ...found, origin }], store).told();
			};
			assert.equal((await ofSystem('android'))?.records, 1);
			assert.equal(await ofSystem('ios'), undefined);
		});

		it('groups minified records by their deobfuscated message', async () => {
			const text = `f3.c: no title\n${ofId.slice(ofId.indexOf('\t'))}`;
			const rows = [row(text), row(text.replace(mapHash, '0'.repeat(64))), row('java.lang.Error: no f3.c')];
			const { places, page } = queriesOf(rows, [foundFor('2.4.1', release, 'r8')], store);
			assert.deepEqual(await places({ kind: 'message' }), [
				['ProductAdapter', 1],
				['c', 1],
				['Error', 1],
			]);
			// Grouping by message does not parse most traces, so deobfuscated records are not counted.
			assert.equal((await page({ kind: 'message' })).deobfuscated, undefined);
		});

		it('reports no deobfuscation statistics if no trace is minified', async () => {
			const { told } = queriesOf([row(written)], [foundFor('2.4.1', release, 'r8')], store);
			assert.equal(await told(), undefined);
		});
	});

	describe(`search in minified traces in a ${store} column`, () => {
		const found = [foundFor('2.4.1', release, 'r8')];
		const other = 'java.lang.Error: no cart';
		const rows = [row(written, '2.4.0'), row(other), row(ofId), row(ofOtherId), row(ofId), row(ofId, '2.4.0')];

		for (const [title, filter, numbers] of [
			['deobfuscated names', { kind: 'anywhere', text: 'adapter.ONBIND' }, [0, 2, 4]],
			['minified names', { kind: 'anywhere', text: 'f3.c.d(r8' }, [2, 3, 4, 5]],
			['text without minified names', { kind: 'anywhere', text: 'NO CART' }, [1]],
			['deobfuscated names with a column filter', { kind: 'contains', column: 0, text: bind }, [0, 2, 4]],
			['no deobfuscated names in another column', { kind: 'contains', column: 1, text: 'ProductAdapter' }, []],
			[
				'deobfuscated names with a regular expression',
				{ kind: 'matches', column: 0, pattern: 'Adapter\\.java:2\\d\\)' },
				[0, 2, 4],
			],
			['original text with a regular expression', { kind: 'matches', column: 0, pattern: '^java.lang.Error' }, [1]],
			['complete minified values', { kind: 'oneOf', column: 0, values: [ofId] }, [2, 4, 5]],
		] as const) {
			it(`finds ${title} when it searches minified traces`, async () => {
				assert.deepEqual(await queriesOf(rows, found, store).numbers([filter]), numbers);
			});
		}

		it('finds only the original text of minified traces if no mappings are available', async () => {
			const { numbers, find } = queriesOf(rows, [], store);
			assert.deepEqual(await numbers([{ kind: 'anywhere', text: 'ProductAdapter' }]), [0]);
			assert.equal((await find('ProductAdapter', 1))?.position, 0);
		});

		it('deobfuscates each distinct text only once for a search, and stops when the search is canceled', async () => {
			const many = Array.from({ length: 3000 }, (_, index) =>
				row([ofId, written, minified('SourceFile')][index % 3] ?? ''),
			);
			const snapshot = new Snapshot(textTable(store, many, names));
			const wanted = foundFor('2.4.1', release, 'r8').wanted;
			const traces = () => new ProvenTraces([{ wanted, osName: 'android' }], new OpenMappings(), new KnownMapIds());
			const tested: string[] = [];
			const test = (texts: readonly string[]) => {
				tested.push(...texts);
				return texts.map((text) => text.includes('ProductAdapter'));
			};
			const search = new DeobfuscatedSearch(snapshot, { traces, originOf: () => 0, bytes: 0 }, test);
			const [all, passing] = [new Bitset(3000), new Bitset(3000)];
			for (const number of many.keys()) {
				all.add(number);
			}
			await search.find(all, passing, new Scheduler(context.signal));
			assert.deepEqual(tested, [ofId.replace(/f3.*/, bind)]);
			assert.deepEqual(
				many.map((_, number) => passing.has(number)),
				many.map(([text]) => text === ofId),
			);
			const { answer, useMappings } = createQueries(snapshot.table);
			useMappings(new FoundMappings(found, new OpenMappings(), new KnownMapIds()));
			const stop = new AbortController();
			const view = { filters: [{ kind: 'anywhere', text: 'Adapter' } as const], sort: [] };
			const params = { view, start: 0, end: 0, columns: [], cellLength: 0 };
			const asked = Promise.resolve(answer.page(params, { ...context, signal: stop.signal }));
			stop.abort();
			await assert.rejects(asked);
		});

		it('searches deobfuscated traces only in records that pass the other filters', async () => {
			const { numbers } = queriesOf(rows, found, store);
			const version: RecordFilter = { kind: 'oneOf', column: 1, values: ['2.4.1'] };
			assert.deepEqual(await numbers([{ kind: 'anywhere', text: 'ProductAdapter' }, version]), [2, 4]);
			assert.deepEqual(await numbers([version, { kind: 'contains', column: 0, text: 'ProductAdapter' }]), [2, 4]);
		});

		it('finds the next record by original or deobfuscated text, and returns the matching column', async () => {
			const { find } = queriesOf(rows, found, store);
			const next = async (...place: [from: number, sort?: View['sort'], backwards?: boolean]) =>
				(await find('productadapter', ...place))?.position;
			assert.deepEqual(await find('productadapter', 1), { position: 2, number: 2, column: 0 });
			assert.deepEqual([await next(0), await next(3), await next(5)], [0, 4, 0]);
			assert.deepEqual([await next(3, [], true), await next(1, [], true)], [2, 0]);
			const byVersion = [{ column: 1, descending: true }];
			assert.deepEqual([await next(0, byVersion), await next(2, byVersion)], [1, 3]);
		});
	});
}
