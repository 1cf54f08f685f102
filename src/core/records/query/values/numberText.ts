import type { NumberValues } from '../../table/table';
import { getTime } from './timeValue';

interface Halves {
	readonly low: number;
	readonly high: number;
}

/** Maximum number of digits that a double represents exactly. */
const exactDigits = 15;

/** Splits a number in text form into two 32-bit halves. Returns undefined if the text isn't in canonical form. */
export function getHalves(form: NumberValues['form'], text: string): Halves | undefined {
	if (form === 'dateTime') {
		const seconds = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? getTime(text) : undefined;
		return seconds === undefined || seconds < 0 || seconds >= 2 ** 32 ? undefined : { low: seconds, high: 0 };
	}
	if (!/^(?:0|[1-9]\d{0,19})$/.test(text)) {
		return undefined;
	}
	if (text.length > exactDigits) {
		return splitHalves(BigInt(text));
	}
	const number = Number(text);
	return { low: number % 2 ** 32, high: Math.floor(number / 2 ** 32) };
}

function splitHalves(number: bigint): Halves | undefined {
	return number < 0n || number >= 2n ** 64n
		? undefined
		: { low: Number(number & 0xffffffffn), high: Number(number >> 32n) };
}
