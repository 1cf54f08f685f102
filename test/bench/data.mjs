import { closeSync, existsSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from './random.mjs';
import { minifiedErrorCalls, minifiedText, traceErrors, traceText } from './traces.mjs';

/**
 * Generated data files for the benchmarks, identical on every machine:
 *     narrow     14 columns without stack traces, about 190 bytes per record
 *     synced     the same, with short stack traces that thousands of records share; about 400 bytes per record
 *     changed    13 columns; 20,000 errors with short stack traces on recurring devices; a tenth is replaced halfway
 *     wide       all 30 fields of the service, with stack traces of 0.5 to 4 KB
 *     traces     7 columns, with a unique stack trace of 2 KB per record
 *     minified   the same for one version of one application, minified by R8 with `mapping-100.txt`
 */

const packages = ['com.example.shop', 'com.example.shop.cart', 'com.example.net', 'android.os', 'java.util.concurrent'];
const classes = ['CartRepository', 'FeedAdapter', 'ImageLoader', 'MainActivity', 'PaymentFragment', 'SessionStore'];
const methods = ['run', 'load', 'commit', 'intercept', 'onClick', 'parse', 'dispatchMessage', 'resumeWith'];
const exceptions = ['IllegalStateException', 'NullPointerException', 'SocketTimeoutException', 'IOException'];
const cities = ['Berlin', 'São Paulo', 'Washington, D.C.', 'Санкт-Петербург', 'Istanbul', 'Almaty', 'Delhi', '東京'];
const operators = ['Alpha Mobile', 'Beta, Inc.', 'Gamma & Sons', 'Дельта', 'Epsilon Tel'];
const countries = ['BR', 'DE', 'FR', 'GB', 'IN', 'JP', 'KZ', 'TR', 'US', 'UZ'];
const makers = ['Aster', 'Birch', 'Cedar', 'Dahlia', 'Elm', 'Fern', 'Ginkgo', 'Hazel'];
const locales = ['de_DE', 'en_GB', 'en_US', 'ja_JP', 'kk_KZ', 'pt_BR', 'tr_TR'];
const firstSecond = 1_700_000_000;

/** @typedef {Record<string, string>} DataRecord Values by column name, in the order of the columns. */
/**
 * @typedef {ReturnType<typeof world> & { traced: import('./traces.mjs').TraceError[], minified:
 * import('./traces.mjs').MinifiedCall[][] }} Things Entities that records refer to.
 */
/** @typedef {(random: Random, things: Things, index: number, count: number) => DataRecord} MakeRecord */

/** @param {Random} random */
function world(random) {
	/** @type {<T>(count: number, make: (index: number) => T) => T[]} */
	const times = (count, make) => Array.from({ length: count }, (_, index) => make(index));
	const errors = times(3000, () => {
		const frames = times(6 + Math.floor(random.next() ** 2.6 * 44), () => {
			const type = random.pick(classes);
			return `\tat ${random.pick(packages)}.${type}.${random.pick(methods)}(${type}.kt:${1 + random.below(900)})`;
		});
		return {
			id: random.digits(19),
			type: `java.lang.${random.pick(exceptions)}`,
			message: `${random.pick(methods)} failed in ${random.pick(classes)}: "${random.pick(methods)}" code ${random.below(600)}`,
			frames: frames.join('\n'),
		};
	});
	return {
		errors,
		traceById: new Map(
			errors.map(({ id, type, message, frames }) => [id, `${type}: ${message}\n${frames.split('\n', 3).join('\n')}`]),
		),
		models: times(400, (index) => ({
			maker: makers[index % makers.length] ?? '',
			name: `Model ${random.digits(3)} ${index}`,
		})),
		versions: times(60, (index) => `${4 + Math.floor(index / 20)}.${index % 20}.${random.below(10)}`),
	};
}

/** @type {MakeRecord} */
function narrowRecord(random, { errors, models, versions }, index, count) {
	const error = random.pickSkewed(errors);
	const model = random.pickSkewed(models);
	const second = firstSecond + Math.floor((index * 2_592_000) / count) + random.below(3000);
	return {
		error_id: error.id,
		error_name: error.message,
		error_datetime: civil(second),
		os_name: random.next() < 0.3 ? 'ios' : 'android',
		os_version: String(7 + random.below(9)),
		device_manufacturer: model.maker,
		device_model: model.name,
		app_version_name: random.pick(versions),
		country_iso_code: random.pick(countries),
		city: random.pick(cities),
		operator_name: random.pick(operators),
		connection_type: random.pick(['wifi', 'cell', 'unknown']),
		analytics_device_id: random.digits(19),
		error_timestamp: String(second),
	};
}

/** @type {MakeRecord} */
function changedRecord(random, { models }, index, count) {
	const names = 20_000;
	// The distribution is as skewed as in real data, but every error occurs.
	const name = random.next() < 0.5 ? Math.floor(names ** random.next()) - 1 : random.below(names);
	const device = random.below(200_000);
	const ofDevice = new Random(device);
	const model = ofDevice.pickSkewed(models);
	const second = firstSecond + Math.floor((index * 5_184_000) / count) + random.below(3000);
	// In the second half of the records, new errors replace a tenth of the errors.
	const number = 2 * index < count ? name : name + names / 10;
	const trace = [0, 1, 2].map((frame) => {
		const type = classes[(number + frame) % classes.length] ?? '';
		return `\tat com.example.shop.${type}.step${(number * 7 + frame) % 22_000}(${type}.kt:${number % 900})`;
	});
	return {
		error: `java.lang.IllegalStateException: order ${random.below(4)}\n${trace.join('\n')}`,
		error_name: `Failure ${number}`,
		error_timestamp: String(second),
		error_receive_timestamp: String(second + random.below(900)),
		os_version: name === 7 ? '15' : String(7 + ofDevice.below(9)),
		device_manufacturer: model.maker,
		device_model: model.name,
		device_locale: ofDevice.pick(locales),
		app_version_name: `4.${(2 * index < count ? 0 : 4) + random.below(6)}.0`,
		country_iso_code: ofDevice.pick(countries),
		operator_name: ofDevice.pick(operators),
		connection_type: name === 7 && random.next() < 0.7 ? 'cell' : random.pick(['wifi', 'cell', 'unknown']),
		analytics_device_id: String(1_000_000_000_000_000_000n + 7_919_191_919n * BigInt(device)),
	};
}

/** @type {MakeRecord} */
function syncedRecord(random, things, index, count) {
	const { error_name: message = '', error_id: id, ...record } = narrowRecord(random, things, index, count);
	return { error: things.traceById.get(id ?? '') ?? message, error_id: id ?? '', ...record };
}

/** @type {MakeRecord} */
function wideRecord(random, things, index, count) {
	const { errors, models, versions } = things;
	const error = random.pickSkewed(errors);
	const model = random.pickSkewed(models);
	const second = firstSecond + Math.floor((index * 2_592_000) / count) + random.below(3000);
	const received = second + random.below(900);
	const ios = random.next() < 0.3;
	const uuid = () => [8, 4, 4, 4, 12].map((length) => random.hex(length)).join('-');
	return {
		error: `${error.type}: ${error.message} user=${random.below(1_000_000)} @0x${random.hex(8)}\n${error.frames}`,
		error_datetime: civil(second),
		error_id: error.id,
		error_json: JSON.stringify({
			type: error.type,
			thread: { name: `worker-${random.below(9)}`, id: random.below(99) },
			memory: random.below(4_000_000_000),
			tags: [random.pick(classes), random.pick(methods)],
			custom: { screen: random.pick(classes), retry: random.below(4) },
		}),
		error_name: error.message,
		error_receive_datetime: civil(received),
		error_receive_timestamp: String(received),
		error_timestamp: String(second),
		analytics_device_id: random.digits(19),
		city: random.pick(cities),
		connection_type: random.pick(['wifi', 'cell', 'unknown']),
		country_iso_code: random.pick(countries),
		device_ipv6: `2001:db8::${random.hex(4)}:${random.hex(4)}`,
		device_locale: random.pick(locales),
		device_manufacturer: model.maker,
		device_model: model.name,
		device_type: random.pick(['phone', 'phone', 'tablet']),
		google_aid: ios ? '' : uuid(),
		ios_ifa: ios ? uuid().toUpperCase() : '',
		ios_ifv: ios ? uuid().toUpperCase() : '',
		mcc: String(250 + random.below(60)),
		mnc: String(random.below(99)),
		operator_name: random.pick(operators),
		os_name: ios ? 'ios' : 'android',
		os_version: String(7 + random.below(9)),
		profile_id: random.next() < 0.5 ? '' : `user-${random.below(10_000_000)}`,
		windows_aid: '',
		app_package_name: 'com.example.shop',
		app_version_name: random.pick(versions),
		application_id: '1234567',
	};
}

/** @type {MakeRecord} */
function traceRecord(random, { traced, models, versions }, index, count) {
	const error = random.pickSkewed(traced);
	const second = firstSecond + Math.floor((index * 2_592_000) / count);
	const { text, os } = traceText(error, random);
	return {
		error_timestamp: String(second),
		app_version_name: random.pick(versions),
		os_name: os,
		device_model: random.pickSkewed(models).name,
		analytics_device_id: random.digits(19),
		error_json: `{"screen":"${random.pick(classes)}","retry":${random.below(4)}}`,
		error: text,
	};
}

/** @type {MakeRecord} */
function minifiedRecord(random, { minified, models }, index, count) {
	return {
		error_timestamp: String(firstSecond + Math.floor((index * 2_592_000) / count)),
		app_package_name: 'com.example.shop',
		app_version_name: '2.4.1',
		os_name: 'android',
		device_model: random.pickSkewed(models).name,
		analytics_device_id: random.digits(19),
		error: minifiedText(random.pickSkewed(minified), random),
	};
}

const civil = (/** @type {number} */ second) => new Date(second * 1000).toISOString().slice(0, 19).replace('T', ' ');
const quoted = (/** @type {string} */ value) => (/[",\n\r]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

/** @satisfies {Record<string, MakeRecord>} */
const records = {
	narrow: narrowRecord,
	changed: changedRecord,
	synced: syncedRecord,
	wide: wideRecord,
	traces: traceRecord,
	minified: minifiedRecord,
};

/**
 * @typedef {object} Format
 * @property {(names: string[]) => string} before
 * @property {(record: DataRecord, index: number) => string} record
 * @property {string} after
 */

/** @satisfies {Record<string, Format>} */
const formats = {
	csv: {
		before: (/** @type {string[]} */ names) => `${names.join(',')}\n`,
		record: (record) => `${Object.values(record).map(quoted).join(',')}\n`,
		after: '',
	},
	json: {
		before: () => '{"data":[',
		record: (record, index) => (index === 0 ? '' : ',\n') + JSON.stringify(record),
		after: ']}',
	},
};

/** @typedef {keyof typeof records} Shape */
/** @typedef {keyof typeof formats} FormatName */

/**
 * @param {string} folder
 * @param {Shape} shape
 * @param {FormatName} format
 * @param {number} count
 * @returns {string} Path of the file, which is created if it does not exist.
 */
export function dataFile(folder, shape, format, count) {
	const path = join(folder, `${shape}-${count}.${format}`);
	if (existsSync(path)) {
		return path;
	}
	mkdirSync(folder, { recursive: true });
	const write = writerOf(shape, format, count);
	write(path, count);
	return path;
}

/**
 * @param {string} folder
 * @param {Shape} shape
 * @param {number} count Total number of records.
 * @param {number} parts Number of files, which contain consecutive records.
 * @returns {string} Folder of the files, which are created if they do not exist.
 */
export function dataParts(folder, shape, count, parts) {
	const path = join(folder, `${shape}-${count}-in-${parts}`);
	mkdirSync(path, { recursive: true });
	const names = Array.from({ length: parts }, (_, index) => join(path, `${String(index).padStart(4, '0')}.csv`));
	if (!names.every((name) => existsSync(name))) {
		const write = writerOf(shape, 'csv', count);
		for (const name of names) {
			write(name, count / parts);
		}
	}
	return path;
}

/**
 * @param {Shape} shape
 * @param {FormatName} format
 * @param {number} count Total number of records in all files.
 * @returns {(path: string, records: number) => void} Writes the next records to a file.
 */
function writerOf(shape, format, count) {
	const random = new Random(20_240_601);
	const things = {
		...world(random),
		traced: traceErrors(new Random(20_261_120)),
		minified: minifiedErrorCalls(new Random(20_261_122)),
	};
	/** @type {Format} */
	const { before, record, after } = formats[format];
	let next = 0;
	return (path, many) => {
		const file = openSync(`${path}.part`, 'w');
		let text = '';
		for (let index = 0; index < many; index++, next++) {
			const values = records[shape](random, things, next, count);
			text += index === 0 ? before(Object.keys(values)) : '';
			text += record(values, index);
			if (text.length > 4_000_000) {
				writeSync(file, text);
				text = '';
			}
		}
		writeSync(file, text + after);
		closeSync(file);
		renameSync(`${path}.part`, path);
	};
}
