import type { Times } from '../../query/execution/times';
import { keyHashBytes } from '../../server/dataset/hash16';
import { keyColumns, noTime } from '../../server/dataset/schema';
import { type DeviceNumber, deviceNumber, hashedKeyKinds, type KeysOfKind, recordMoment } from './derived';
import type { RecordBatch, RecordFault } from './fieldTexts';
import type { NativeBlock } from './nativeBlock';
import { getText, type SegmentColumn } from './segments';

export type ColumnWriter = (batch: RecordBatch, out: NativeBlock) => void;

/** Upper 32 bits of the smallest device number that is a hash. Lower numbers are device IDs. */
const firstHashed = Math.floor(1e19 / 2 ** 32);

interface OwnValues {
	readonly load: number;
	readonly times: Times | undefined;
	readonly timeColumn: SegmentColumn | undefined;
	readonly deviceColumn: SegmentColumn | undefined;
	readonly keys: readonly KeysOfKind[];
}

export function getOwnColumns(values: OwnValues): ReadonlyMap<string, ColumnWriter> {
	const { load, keys } = values;
	return new Map<string, ColumnWriter>([
		[
			'_n',
			(batch, out) =>
				writeEach(batch, out, 8, (view, at, record) => {
					view.setUint32(at, record, true);
					view.setUint32(at + 4, load, true);
				}),
		],
		['_day', getDays(values)],
		['_time', getTimes(values)],
		...hashedKeyKinds.map((kind, index) => [keyColumns[kind], hashesOf(keys[index])] as const),
		['_device', devicesOf(values.deviceColumn)],
		['_fault', ofFaults(1, (fault, out) => out.uint8(fault?.kind ?? 0))],
		['_found', ofFaults(4, (fault, out) => out.uint32(fault?.found ?? 0))],
		['_raw', ofFaults(1, (fault, out) => out.text(fault?.raw ?? ''))],
	]);
}

function getMoment({ times, timeColumn }: OwnValues, record: number, row: readonly string[]) {
	return recordMoment(times, record, () => getText(timeColumn, record, row) === '');
}

function getDays(values: OwnValues): ColumnWriter {
	return (batch, out) =>
		writeEach(batch, out, 2, (view, at, record, row) => view.setUint16(at, getMoment(values, record, row).day, true));
}

function getTimes(values: OwnValues): ColumnWriter {
	return (batch, out) =>
		writeEach(batch, out, 8, (view, at, record, row) => {
			const { time } = getMoment(values, record, row);
			if (time === undefined) {
				view.setBigInt64(at, noTime, true);
			} else {
				view.setUint32(at, time >>> 0, true);
				view.setInt32(at + 4, Math.floor(time / 2 ** 32), true);
			}
		});
}

function hashesOf(keys: KeysOfKind | undefined): ColumnWriter {
	if (!keys) {
		throw new Error('keys are made before records are written');
	}
	const { codes, hashes } = keys;
	if (keys.keys.length === 0) {
		return ({ first, end }, out) => out.zeros(keyHashBytes * (end - first));
	}
	const from = new DataView(hashes.buffer);
	return (batch, out) =>
		writeEach(batch, out, keyHashBytes, (view, at, record) => {
			const start = (codes[record] ?? 0) * keyHashBytes;
			for (let place = 0; place < keyHashBytes; place += 4) {
				view.setUint32(at + place, from.getUint32(start + place));
			}
		});
}

function devicesOf(column: SegmentColumn | undefined): ColumnWriter {
	if (column?.kind === 'number' && column.values.form === 'integer') {
		const { values, first } = column;
		return (batch, out) =>
			writeEach(batch, out, 8, (view, at, record) => {
				const [low = 0, high = 0] = [values.low[record - first], values.high?.[record - first]];
				// The device number 0 can mean device 0 or no device. The text of the ID shows which.
				const isNumber = low + high > 0 && high < firstHashed;
				writeDevice(view, at, isNumber ? { low, high } : deviceNumber(values.text(record - first)));
			});
	}
	if (column?.kind === 'dictionary') {
		const { values, first } = column;
		const byCode: DeviceNumber[] = [];
		return (batch, out) =>
			writeEach(batch, out, 8, (view, at, record) => {
				const code = values.codes[record - first] ?? 0;
				byCode[code] ??= deviceNumber(values.value(code));
				writeDevice(view, at, byCode[code]);
			});
	}
	return (batch, out) =>
		writeEach(batch, out, 8, (view, at, record, row) =>
			writeDevice(view, at, deviceNumber(getText(column, record, row))),
		);
}

function writeDevice(view: DataView, at: number, { low, high }: DeviceNumber): void {
	view.setUint32(at, low, true);
	view.setUint32(at + 4, high, true);
}

function ofFaults(size: number, write: (fault: RecordFault | undefined, out: NativeBlock) => void): ColumnWriter {
	return ({ first, end, faults }, out) => {
		if (faults.size === 0) {
			out.zeros(size * (end - first));
			return;
		}
		for (let record = first; record < end; record++) {
			write(faults.get(record), out);
		}
	};
}

const nothingRead: readonly string[] = [];

function writeEach(
	{ first, end, rows }: RecordBatch,
	out: NativeBlock,
	size: number,
	write: (view: DataView, at: number, record: number, row: readonly string[]) => void,
): void {
	out.reserve(size * (end - first));
	const { view } = out.instance;
	for (let record = first; record < end; record++) {
		write(view, out.at, record, rows[record - first] ?? nothingRead);
		out.at += size;
	}
}
