import type { NumberValues } from '../../table/table';
import { timeOf } from './timeValue';

/** A column's number, in two halves. */
interface Halves {
	readonly low: number;
	readonly high: number;
}

/** The number whose text this is; undefined when the column writes no number so. */
export function halvesOf(form: NumberValues['form'], text: string): Halves | undefined {
	if (form === 'dateTime') {
		const seconds = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? timeOf(text) : undefined;
		return seconds === undefined || seconds < 0 || seconds >= 2 ** 32 ? undefined : { low: seconds, high: 0 };
	}
	return /^(?:0|[1-9]\d{0,19})$/.test(text) ? splitHalves(BigInt(text)) : undefined;
}

function splitHalves(number: bigint): Halves | undefined {
	return number < 0n || number >= 2n ** 64n
		? undefined
		: { low: Number(number & 0xffffffffn), high: Number(number >> 32n) };
}
