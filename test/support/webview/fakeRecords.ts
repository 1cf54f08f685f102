import type { Column, TableInfo } from '../../../src/shared/results';

export interface FakeTable {
	readonly info: TableInfo;
	readonly records: readonly (readonly string[])[];
	readonly faults: ReadonlyMap<
		number,
		{ readonly kind: 'cells' | 'json'; readonly found: number; readonly raw: string }
	>;
}

const columns: readonly (readonly [name: string, kind: Column['kind'], personal: boolean, meaning: string])[] = [
	['error_datetime', 'time', false, 'When the error happened, by device time'],
	['error_timestamp', 'time', false, 'When the error happened (Unix time)'],
	['error_name', 'text', false, 'Error name'],
	['app_version_name', 'version', false, 'Version of the application'],
	['os_name', 'text', false, 'Operating system'],
	['os_version', 'version', false, 'Version of the operating system'],
	['device_model', 'text', false, 'Device model'],
	['connection_type', 'text', false, 'Kind of connection'],
	['city', 'text', false, 'City name in English'],
	['analytics_device_id', 'integer', true, 'Device ID assigned by the service'],
	['app_build_number', 'integer', false, 'Build number'],
	['error', 'text', false, 'Error text, often a multi-line stack trace'],
	['error_json', 'text', false, 'Error parameters as JSON text'],
];

const moreColumns = (count: number): typeof columns =>
	Array.from({ length: count }, (_, index) => [`more_${index}`, 'text', false, '']);

const errors: readonly (readonly [name: string, message: string, frames: readonly string[]])[] = [
	[
		'java.lang.IllegalStateException',
		'cart total, "negative": -{0}',
		[
			'com.example.shop.cart.CartTotals.sum(CartTotals.kt:17)',
			'com.example.shop.cart.CheckoutActivity.onCreate(CheckoutActivity.kt:42)',
		],
	],
	[
		'java.lang.NullPointerException',
		"Attempt to invoke virtual method 'int android.view.View.getWidth()' on a null object reference",
		['com.example.shop.ui.ProductGallery.layout(ProductGallery.kt:88)', 'android.view.View.measure(View.java:26411)'],
	],
	[
		'java.net.SocketTimeoutException',
		'failed to connect to /10.0.2.{0} (port 443) after 10000ms',
		[
			'java.net.SocksSocketImpl.connect(SocksSocketImpl.java:402)',
			'com.example.shop.net.PriceClient.fetch(PriceClient.kt:61)',
		],
	],
	[
		'android.database.sqlite.SQLiteFullException',
		'database or disk is full (code 13 SQLITE_FULL)',
		[
			'android.database.sqlite.SQLiteConnection.nativeExecute(Native Method)',
			'com.example.shop.store.Orders.insert(Orders.kt:133)',
		],
	],
	[
		'java.lang.OutOfMemoryError',
		'Failed to allocate a {0} byte allocation with 4194304 free bytes',
		[
			'android.graphics.BitmapFactory.nativeDecodeStream(Native Method)',
			'com.example.shop.ui.Thumbnails.decode(Thumbnails.kt:29)',
		],
	],
	[
		'kotlinx.coroutines.JobCancellationException',
		'Job was cancelled; job=StandaloneCoroutine{Cancelling}@{0}',
		['com.example.shop.search.SearchModel.query(SearchModel.kt:54)'],
	],
];
const versions = ['2.3.0', '2.3.1', '2.4.0', '2.4.1', '2.5.0', '2.10.0'];
const systems: readonly (readonly [string, readonly string[]])[] = [
	['android', ['12', '13', '14', '15']],
	['ios', ['17.5', '18.0', '18.1']],
];
const models = ['Redmi, "Note" 13', 'Pixel 8', 'Galaxy A54', 'iPhone15,2', 'Moto G84', 'Xperia 10 V'];
const cities = ['Leiden', 'Porto', 'Graz', 'Turku', 'Brno', ''];
const connections = ['wifi', 'cell', 'cell', 'wifi', 'undefined'];

/** 12 November 2026, 00:00 UTC. */
const start = 1_794_441_600;
const week = 7 * 86_400;

/** Creates a table. `values` replaces values of the first record, and `more` adds columns `more_0`, `more_1`… */
export function fakeTable(count: number, values: Readonly<Record<string, string>> = {}, more = 0): FakeTable {
	const random = mulberry(20_261_120);
	const pick = <T>(from: readonly T[], power = 1): T => from[Math.floor(random() ** power * from.length)] as T;
	const faults = new Map<number, { kind: 'cells' | 'json'; found: number; raw: string }>();
	const records = Array.from({ length: count }, (_, number) => {
		const [name, message, frames] = pick(errors, 1.8);
		const seconds = start + Math.floor(((number + random()) / count) * week);
		const [system, releases] = pick(systems, 1.6);
		const said = message.replace('{0}', String(1 + Math.floor(random() * 250)));
		const trace = [
			`${name}: ${said}`,
			...frames.map((frame) => `\tat ${frame}`),
			`\tat android.os.Looper.loop(Looper.java:223)`,
		];
		if (number === 7) {
			faults.set(number, { kind: 'cells', found: 3, raw: '"2026-11-12 00:09:41","oops",3' });
		}
		return [
			new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' '),
			String(seconds),
			name,
			pick(versions, 0.5 + (number / count) * 0.4),
			system,
			pick(releases),
			pick(models, 1.3),
			pick(connections),
			pick(cities),
			`90071992547${String(40_000 + Math.floor(random() * 4_000))}`,
			String(400 + Math.floor(random() * 30)),
			number === 3 ? hostileText : number === 5 ? hugeText : trace.join('\n'),
			number % 11 === 0 ? '{"screen": "cart", "items": [1, 2,' : jsonOf(random),
			...Array.from({ length: more }, (_, index) => (index % 3 === 0 ? `${index}` : `${number}/${index}`)),
		];
	});
	for (const [name, value] of Object.entries(values)) {
		const [record] = records;
		record?.splice(
			columns.findIndex(([known]) => known === name),
			1,
			value,
		);
	}
	const info: TableInfo = {
		format: 'csv',
		columns: [...columns, ...moreColumns(more)].map(([name, kind, personal, meaning]) => ({
			name,
			kind,
			personal,
			meaning,
		})),
		total: count,
		broken: faults.size,
		guessed: 0,
		moreColumns: false,
		truncated: false,
		bytes: count * 780,
		timeColumn: count === 0 ? undefined : 1,
		deviceColumn: 9,
		versionColumn: 3,
	};
	return { info, records, faults };
}

/** Text with markup, a script, bidirectional controls, and terminal control characters. */
export const hostileText =
	'<img src=x onerror="window.hacked = true"><script>window.hacked = true</script>\n\u001b[31mred\u001b[0m \u202egnp.exe\u202c [x](command:workbench.action.quit) \u0000end';

export const hugeText = `huge\n${'word '.repeat(210_000)}end of it`;

function jsonOf(random: () => number): string {
	return `{"screen":"${random() < 0.5 ? 'cart' : 'search'}","attempt":${Math.floor(random() * 5)},"order":9007199254740993${Math.floor(random() * 9)},"items":[{"sku":"A-${Math.floor(random() * 90)}","price":19.90}],"flags":{"retry":true,"note":null}}`;
}

function mulberry(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}
