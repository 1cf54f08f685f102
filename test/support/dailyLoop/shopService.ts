import type { IncomingMessage, ServerResponse } from 'node:http';
import { serve } from '../network/loopback';

const daySeconds = 86_400;
const hourSeconds = 3_600;
const recordsPerDay = 60;

/** Number of days with records before the first night. */
export const daysBefore = 36;
const daysAfter = 14;

const usualErrors = [
	['java.net.SocketTimeoutException: timeout', 'com.example.shop.net.ShopClient.load(ShopClient.kt:30)', 12],
	[
		'java.lang.IllegalStateException: no product',
		'com.example.shop.product.ProductActivity.restore(ProductActivity.kt:52)',
		7,
	],
	['java.lang.OutOfMemoryError: bitmap', 'com.example.shop.images.ImageCache.put(ImageCache.kt:17)', 5],
	['java.lang.NumberFormatException: empty', 'com.example.shop.price.PriceField.parse(PriceField.kt:24)', 4],
	['org.json.JSONException: end of input', 'com.example.shop.catalog.CatalogReader.read(CatalogReader.kt:61)', 2],
] as const;

const texts = usualErrors.flatMap(([title, frame, share]) => Array.from({ length: share }, () => textOf(title, frame)));

/** Crash that version 3.1 introduces and version 3.2 fixes. */
const crash = textOf(
	'java.lang.ArithmeticException: divide by zero',
	'com.example.shop.cart.CartTotals.average(CartTotals.kt:8)',
	'com.example.shop.checkout.CheckoutActivity.showTotals(CheckoutActivity.kt:6)',
);

interface ShopRecord {
	/** Time of the error (Unix time in seconds). */
	readonly at: number;
	readonly version: string;
	readonly text: string;
}

export interface ShopService extends AsyncDisposable {
	readonly url: string;
	readonly token: string;
}

/**
 * Serves the records of an application. Version 3.1 is released 20 hours before the first night, and version 3.2 one
 * day after the first night. The number of usual errors per day stays the same.
 * @param now Returns Unix time in seconds
 */
export async function startShopService(now: () => number): Promise<ShopService> {
	const records = recordsAround(now());
	const token = 'y0_AgAAAABkd2w9X7QpL3vR5tUz8cNq1mHs4bEy6oVj2WfGaKiZ';
	const service = await serve((request, response) => answer(request, response, { records, token, now }));
	return { url: service.url, token, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
}

function recordsAround(start: number): readonly ShopRecord[] {
	const releases = { next: start - 20 * hourSeconds, fixed: start + daySeconds };
	const versionOf = (at: number, index: number) => {
		if (at >= releases.fixed) {
			return index % 10 === 0 ? '3.1' : '3.2';
		}
		return at >= releases.next && index % 2 === 1 ? '3.1' : '3.0';
	};
	const end = start + daysAfter * daySeconds;
	const usual = times(start - daysBefore * daySeconds, end, daySeconds / recordsPerDay).map((at, index) => ({
		at,
		version: versionOf(at, index),
		// The step size distributes each kind of error over the day, so that records of both versions contain every kind.
		text: texts[(Math.floor(index / 2) * 11) % texts.length] ?? '',
	}));
	const crashes = [
		...times(releases.next, releases.fixed, daySeconds / 36),
		// Some devices install the update late.
		...times(releases.fixed, releases.fixed + 2 * daySeconds, daySeconds / 2),
	].map((at) => ({ at, version: '3.1', text: crash }));
	return [...usual, ...crashes].toSorted((a, b) => a.at - b.at);
}

function times(from: number, to: number, step: number): readonly number[] {
	return Array.from({ length: Math.floor((to - from) / step) }, (_, index) => from + index * step);
}

interface Answered {
	readonly records: readonly ShopRecord[];
	readonly token: string;
	readonly now: () => number;
}

function answer(request: IncomingMessage, response: ServerResponse, { records, token, now }: Answered): void {
	const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
	response.setHeader('Date', new Date(now() * 1000).toUTCString());
	if (request.headers.authorization !== `OAuth ${token}`) {
		response.writeHead(401).end();
	} else if (pathname === '/management/v1/applications') {
		response.setHeader('Content-Type', 'application/json');
		response.end(JSON.stringify({ applications: [application] }));
	} else {
		const [since, until] = ['date_since', 'date_until'].map((name) => secondsOf(searchParams.get(name) ?? ''));
		const fields = (searchParams.get('fields') ?? '').split(',');
		const found = records
			.map((record, index) => ({ ...record, index }))
			.filter(({ at }) => at >= (since ?? 0) && at <= (until ?? 0) && at <= now());
		const rows = found.map((record) => fields.map((field) => quoted(fieldOf(record, field))).join(','));
		response.setHeader('Content-Type', 'text/csv; charset=utf-8');
		response.end(`${[fields.join(','), ...rows].join('\n')}\n`);
	}
}

const application = {
	id: 301,
	name: 'Shop',
	bundle_id: 'com.example.shop',
	time_zone_name: 'UTC',
	time_zone_offset: 0,
	permission: 'view',
	create_date: '2024-03-14',
};

/** Returns the value of a field. Each record has a different device ID. */
function fieldOf({ at, version, text, index }: ShopRecord & { readonly index: number }, field: string): string {
	const civil = new Date(at * 1000).toISOString().slice(0, 19).replace('T', ' ');
	const values: Readonly<Record<string, string>> = {
		error: text,
		error_id: String(10 ** 9 + index),
		error_name: /^[\w.]+/.exec(text)?.[0] ?? '',
		error_datetime: civil,
		error_receive_datetime: civil,
		error_timestamp: String(at),
		error_receive_timestamp: String(at),
		analytics_device_id: String(10 ** 12 + index),
		app_version_name: version,
		app_package_name: application.bundle_id,
		application_id: String(application.id),
		os_name: 'android',
	};
	return values[field] ?? '';
}

function secondsOf(civil: string): number {
	return Date.parse(`${civil.replace(' ', 'T')}Z`) / 1000;
}

function quoted(value: string): string {
	return `"${value.replaceAll('"', '""')}"`;
}

function textOf(title: string, ...frames: readonly string[]): string {
	const library = 'android.os.Handler.dispatchMessage(Handler.java:106)';
	return [title, ...[...frames, library].map((frame) => `\tat ${frame}`)].join('\n');
}
